import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isConnectionLost } from '../connection/exchange.js';
import { isProblem, OFFLINE, type Problem } from '../connection/problem.js';
import { isPassing, queries } from '../api/client.js';
import { meQuery } from '../api/rights.js';
import { postToSession, tellTabs } from '../connection/session.js';
import { useValue } from '../api/use-value.js';
import { Button } from '../ui/controls/button.js';
import { useAction } from '../ui/actions/action.js';
import { ProblemNote, RequestId } from '../ui/telling/note.js';
import styles from './frame.module.css';

const PAGE = 'page';

const places = [
  ['/', 'Start'],
  ['/projects', 'Projects'],
  ['/pipelines', 'Pipelines'],
  ['/changes', 'Changes'],
  ['/tokens', 'Tokens'],
  ['/webhooks', 'Webhooks'],
  ['/settings', 'Settings'],
] as const;

/** What is around each page of who is signed in. */
export const Frame = () => {
  const { data: me, error } = useQuery(meQuery);
  return (
    <div className={styles.frame}>
      <button className={styles.skip} type="button" onClick={() => document.getElementById(PAGE)?.focus()}>
        To the page
      </button>
      <header className={styles.side}>
        <p className={styles.organization}>{me?.organization_name ?? ' '}</p>
        <Places />
        <div className={styles.user}>
          <span>{me?.email_address}</span>
          <SignOut />
        </div>
      </header>
      <main className={styles.main} id={PAGE} tabIndex={-1}>
        <Waiting />
        <ProblemNote error={error} />
        <Outlet />
      </main>
    </div>
  );
};

const Places = () => {
  const { pathname } = useLocation();
  const isHere = (to: string): boolean => (to === '/' ? pathname === to : pathname.startsWith(to));
  return (
    <nav className={styles.nav} aria-label="Pages">
      {places.map(([to, name]) => (
        <Link key={to} to={to} aria-current={isHere(to) ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
};

const SignOut = () => {
  const out = useAction(
    () => postToSession('end'),
    () => {
      tellTabs('signed-out');
      return 'You are signed out.';
    },
  );
  return (
    <>
      <Button weight="quiet" isPending={out.isRunning} onPress={() => void out.run(undefined)}>
        Sign out
      </Button>
      <ProblemNote error={out.problem} />
    </>
  );
};

const AGAIN_MS = 10_000;

/** What keeps the page from what it shows, as long as it does: what was asked is asked again. */
const Waiting = () => {
  const isLost = useValue(isConnectionLost);
  const reason = useSyncExternalStore(followQueries, passingReason);
  useEffect(() => {
    if (!isLost) return undefined;
    const ask = () => void queries.refetchQueries({ type: 'active' });
    const asking = setInterval(ask, AGAIN_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(asking);
      removeEventListener('online', ask);
    };
  }, [isLost]);
  return (
    <div role="status">
      {isLost ? (
        <p className={styles.lost}>The server cannot be reached. It is tried again by itself.</p>
      ) : (
        reason && (
          <div className={styles.lost}>
            <p>{reason.message} It is tried again by itself.</p>
            {reason.requestId !== null && <RequestId id={reason.requestId} />}
          </div>
        )
      )}
    </div>
  );
};

const followQueries = (follower: () => void) => queries.getQueryCache().subscribe(follower);

/** Why something that is shown has not come yet. */
const passingReason = (): Problem | null =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.fetchFailureReason)
    .find((reason): reason is Problem => isPassing(reason) && !isProblem(reason, OFFLINE)) ?? null;
