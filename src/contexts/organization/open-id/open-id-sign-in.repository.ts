import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { hashOf } from '../credentials/token-format.js';
import { signInStateUnknown } from './open-id.rules.js';

/** A sign-in that was begun here, and goes on at the provider. */
export interface OpenIdSignIn {
  /** Null: there is none of the name that was given. */
  readonly organization_id: string | null;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_to: string;
  /** Of the session that the browser had. */
  readonly session_organization_id: string | null;
  readonly session_id: string | null;
  readonly is_reauthentication: boolean;
}

export interface TakenSignIn extends OpenIdSignIn {
  readonly seconds_ago: number;
}

@Injectable()
export class OpenIdSignInRepository {
  constructor(private readonly database: Database) {}

  async put(state: string, signIn: OpenIdSignIn): Promise<void> {
    await this.database.rows(
      `INSERT INTO open_id_sign_ins (state_hash, organization_id, nonce, code_verifier, return_to,
         session_organization_id, session_id, is_reauthentication, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + interval '10 minutes')`,
      [
        hashOf(state),
        signIn.organization_id,
        signIn.nonce,
        signIn.code_verifier,
        signIn.return_to,
        signIn.session_organization_id,
        signIn.session_id,
        signIn.is_reauthentication,
      ],
    );
  }

  /** Once: of several at the same moment one gets it. @throws 401 `sign_in.state_unknown` */
  async take(state: string): Promise<TakenSignIn> {
    const taken = await this.database.first<TakenSignIn>(
      `DELETE FROM open_id_sign_ins WHERE state_hash = $1 AND expires_at > clock_timestamp()
       RETURNING organization_id, nonce, code_verifier, return_to, session_organization_id, session_id,
         is_reauthentication, ceil(extract(epoch FROM clock_timestamp() - created_at))::int AS seconds_ago`,
      [hashOf(state)],
    );
    if (!taken) throw signInStateUnknown();
    return taken;
  }
}
