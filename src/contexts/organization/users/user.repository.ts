import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  /** The user with this e-mail address, made when the organization has none. */
  async findOrInsert(organizationId: string, emailAddress: string): Promise<string> {
    const emailKey = nameKey(emailAddress);
    await this.database.rows(
      `INSERT INTO users (organization_id, id, email_address, email_key) VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT users_email_key DO NOTHING`,
      [organizationId, newId(), emailAddress, emailKey],
    );
    const statement = 'SELECT id FROM users WHERE organization_id = $1 AND email_key = $2';
    const user = await this.database.first<{ id: string }>(statement, [organizationId, emailKey]);
    if (!user) throw new Error('The user that was just made is missing.');
    return user.id;
  }
}
