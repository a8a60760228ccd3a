import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import { linkHours, type LinkPurpose } from './link-purpose.js';
import { SignInLink } from './sign-in-link.entity.js';
import type { ShownLinkResponse } from './sign-in-link.dto.js';
import { linkNotUsable } from './sign-in-link.rules.js';

interface SpentLink {
  readonly organization_id: string;
  readonly user_id: string;
}

export interface FoundLink extends ShownLinkResponse, SpentLink {}

@Injectable()
export class SignInLinkRepository {
  constructor(
    @InjectRepository(SignInLink) private readonly links: Repository<SignInLink>,
    private readonly database: Database,
  ) {}

  async put(organizationId: string, userId: string, secretHash: string, purpose: LinkPurpose): Promise<Date> {
    const expiresAt = () => `clock_timestamp() + interval '${linkHours[purpose]} hours'`;
    await this.links.upsert({ organizationId, userId, secretHash, purpose, expiresAt }, [
      'organizationId',
      'userId',
    ]);
    return (await this.links.findOneByOrFail({ organizationId, userId })).expiresAt;
  }

  async get(secretHash: string): Promise<FoundLink> {
    const found = await this.database.first<FoundLink>(
      `SELECT l.organization_id, l.user_id, o.name AS organization_name, u.email_address, l.purpose,
         l.expires_at AS expires_date
       FROM sign_in_links l JOIN organizations o ON o.id = l.organization_id
         JOIN users u ON u.organization_id = l.organization_id AND u.id = l.user_id
       WHERE l.secret_hash = $1 AND l.expires_at > clock_timestamp() AND u.type = 'person' AND NOT u.is_archived`,
      [secretHash],
    );
    if (!found) throw linkNotUsable();
    return found;
  }

  /** Of several at once one gets it. */
  async spend(secretHash: string): Promise<void> {
    const spent = await this.database.first<SpentLink>(
      'DELETE FROM sign_in_links WHERE secret_hash = $1 AND expires_at > clock_timestamp() RETURNING organization_id, user_id',
      [secretHash],
    );
    if (!spent) throw linkNotUsable();
  }
}
