import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { isConnectionLost } from '../connection/exchange.js';
import { useMe } from '../api/rights.js';
import { postToSession, tellTabs } from '../connection/session.js';
import { useValue } from '../api/use-value.js';
import { Button } from '../ui/controls/button.js';
import { useAction } from '../ui/actions/action.js';
import { ProblemNote } from '../ui/telling/note.js';
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
  const me = useMe();
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
        <ConnectionLost />
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

const ConnectionLost = () => (
  <div role="status">
    {useValue(isConnectionLost) && (
      <p className={styles.lost}>The server cannot be reached. It is tried again by itself.</p>
    )}
  </div>
);
