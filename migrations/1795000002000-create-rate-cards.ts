import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate cards and the bill rates on them. */
export class CreateRateCards1795000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rate_cards (
        organization_id uuid NOT NULL CONSTRAINT rate_cards_organization_fkey REFERENCES organizations (id),
        id uuid NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        currency_code text NOT NULL,
        is_default boolean NOT NULL DEFAULT false,
        is_archived boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT rate_cards_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT rate_cards_default_check CHECK (NOT (is_default AND is_archived))
      );
      CREATE UNIQUE INDEX rate_cards_name_key ON rate_cards (organization_id, name_key) WHERE NOT is_archived;
      CREATE UNIQUE INDEX rate_cards_default_key ON rate_cards (organization_id) WHERE is_default;
      CREATE INDEX rate_cards_is_archived ON rate_cards (organization_id, is_archived, id);
      CREATE INDEX rate_cards_name_words ON rate_cards USING gin (name_key gin_trgm_ops);

      CREATE TABLE rate_card_rates (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        rate_card_id uuid NOT NULL,
        role_id uuid NOT NULL,
        bill_rate_amount numeric(15,4) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT rate_card_rates_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT rate_card_rates_role_key UNIQUE (organization_id, rate_card_id, role_id),
        CONSTRAINT rate_card_rates_rate_card_fkey FOREIGN KEY (organization_id, rate_card_id)
          REFERENCES rate_cards (organization_id, id),
        CONSTRAINT rate_card_rates_role_fkey FOREIGN KEY (organization_id, role_id)
          REFERENCES roles (organization_id, id)
      );
      CREATE INDEX rate_card_rates_rate_card ON rate_card_rates (organization_id, rate_card_id, id);
      CREATE INDEX rate_card_rates_role ON rate_card_rates (organization_id, role_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_card_rates, rate_cards;');
  }
}
