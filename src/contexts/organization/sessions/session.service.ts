import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { RECENT_SIGN_IN_MINUTES, type Browser, type Caller } from '../../../platform/http/index.js';
import { newId } from '../../../platform/values/index.js';
import { hashOf, newToken } from '../credentials/token-format.js';
import { callerOf } from '../credentials/token-holder.js';
import { Revocations } from '../credentials/revocations.js';
import { sessionCreated } from '../organization.events.js';
import { BrowserCookies } from './browser-cookies.js';
import type { SessionResponse } from './session.dto.js';
import {
  SessionRepository,
  type CurrentSession,
  type SessionPlace,
  type SignedInUser,
} from './session.repository.js';
import { sessionEnded, sessionMustBeOf } from './session.rules.js';
import { SessionTokenRepository } from './session-token.repository.js';

interface User extends SignedInUser {
  readonly organizationId: string;
  readonly id: string;
}

interface SignInElsewhere {
  readonly former: SessionPlace | null;
  /** Null: nobody knows, so it does not count as recent. */
  readonly signedInAt: Date | null;
}

@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokenRepository,
    private readonly cookies: BrowserCookies,
    private readonly revocations: Revocations,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Signs a user in, who is locked, and ends the session that the browser had: its secret is never taken over.
   * @param set what else is written in the same transaction; it may refuse, and says who it is
   */
  async begin(browser: Browser, set: () => Promise<User>, elsewhere?: SignInElsewhere): Promise<void> {
    const former = await this.cookies.read(browser, 'session');
    const secret = newToken('pdc_');
    await this.unitOfWork.run(async () => {
      const { organizationId, id: userId, isAdministrator, scopes } = await set();
      browser.countFor(userId);
      if (former !== undefined) await this.endOne(former);
      if (elsewhere?.former) await this.endAt(elsewhere.former);
      const id = newId();
      const { address, device } = browser;
      const rights = { isAdministrator, scopes };
      await this.sessions.insert({
        organizationId,
        id,
        userId,
        secretHash: hashOf(secret),
        device,
        address,
        ...rights,
        ...(elsewhere && { signedInAt: elsewhere.signedInAt ?? notRecently }),
      });
      await this.events.publish(sessionCreated, { organizationId, id, payload: { userId } });
    });
    await this.cookies.write(browser, 'session', secret);
  }

  /** The session of the browser. Its secret is another one afterwards when its user's rights are. @throws 401 `session.ended` */
  async current(browser: Browser): Promise<CurrentSession> {
    return (await this.find(browser)) ?? over();
  }

  async find(browser: Browser): Promise<CurrentSession | null> {
    return (await this.tryInSession(browser, () => Promise.resolve()))?.session ?? null;
  }

  /** After another sign-in, of `who`, who is locked. @throws 401 `session.ended`, 403 `sign_in.other_user` */
  async renew(browser: Browser, place: SessionPlace, who?: () => Promise<User>): Promise<void> {
    const secret = newToken('pdc_');
    await this.unitOfWork.run(async () => {
      const user = await who?.();
      const session = (await this.sessions.lock(place)) ?? over();
      sessionMustBeOf(user?.id ?? session.user_id, session);
      await this.sessions.renew(session, hashOf(secret), { isSignIn: true });
      await this.revocations.announce(session.id);
    });
    await this.cookies.write(browser, 'session', secret);
  }

  /** A token for the pages, which is stored nowhere, and its caller. @throws 401 `session.ended` */
  async createToken(browser: Browser): Promise<{ token: string; expires_date: string; caller: Caller }> {
    const token = newToken('pds_');
    const hash = hashOf(token);
    const { result } = await this.inSession(browser, async (session) => {
      const expires_date = await this.tokens.insert(session, hash);
      return { expires_date, holder: (await this.tokens.findHolder(hash)) ?? over() };
    });
    return { token, expires_date: result.expires_date, caller: callerOf(result.holder) };
  }

  async list(browser: Browser): Promise<SessionResponse[]> {
    const { organization_id, user_id, id } = await this.current(browser);
    const all = await this.sessions.list(organization_id, user_id);
    return all.map((session) => ({ ...session, is_current: session.id === id }));
  }

  async end(browser: Browser): Promise<void> {
    const secret = await this.cookies.read(browser, 'session');
    if (secret !== undefined) await this.unitOfWork.run(() => this.endOne(secret));
    await this.cookies.clear(browser, 'session');
  }

  async endEverywhere(browser: Browser): Promise<void> {
    const { organization_id, user_id } = await this.current(browser);
    await this.endAllOf(organization_id, user_id);
    await this.cookies.clear(browser, 'session');
  }

  endAllOf(organizationId: string, userId: string, stays: string | null = null): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.sessions.endAllOf(organizationId, userId, stays);
      await this.revocations.announce(userId);
    });
  }

  private async endOne(secret: string): Promise<void> {
    const id = await this.sessions.end(hashOf(secret));
    if (id !== null) await this.revocations.announce(id);
  }

  private async endAt(place: SessionPlace): Promise<void> {
    await this.sessions.endAt(place);
    await this.revocations.announce(place.id);
  }

  private async inSession<Result>(
    browser: Browser,
    work: (session: CurrentSession) => Promise<Result>,
  ): Promise<{ session: CurrentSession; result: Result }> {
    return (await this.tryInSession(browser, work)) ?? over();
  }

  private async tryInSession<Result>(
    browser: Browser,
    work: (session: CurrentSession) => Promise<Result>,
  ): Promise<{ session: CurrentSession; result: Result } | null> {
    const sent = await this.cookies.read(browser, 'session');
    const next = newToken('pdc_');
    const found = await this.unitOfWork.run(async () => {
      const session = sent === undefined ? null : await this.sessions.lockCurrent(hashOf(sent));
      if (!session) return null;
      browser.countFor(session.user_id);
      if (session.has_other_rights) await this.sessions.renew(session, hashOf(next), { isSignIn: false });
      return { session, result: await work(session) };
    });
    // The cookie stays: another tab may have been given a new one meanwhile.
    if (found?.session.has_other_rights) await this.cookies.write(browser, 'session', next);
    return found;
  }
}

const notRecently = (): string => `now() - interval '${RECENT_SIGN_IN_MINUTES} minutes'`;

function over(): never {
  throw sessionEnded();
}
