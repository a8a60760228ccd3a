import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Actual time, and the entries of the timesheet service. */
export class CreateTimeTracking1795000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE actual_time (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        project_id uuid NOT NULL,
        project_offering_id uuid NOT NULL,
        project_offering_role_id uuid NOT NULL,
        person_id uuid NOT NULL,
        recorded_date date NOT NULL,
        hours numeric(6,2) NOT NULL CONSTRAINT actual_time_hours_check CHECK (hours > 0 AND hours <= 24),
        billable boolean NOT NULL,
        description text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT actual_time_pkey PRIMARY KEY (organization_id, id),
        -- The project is that of the offering, always. A guard: an offering that a merge moves has no actual time.
        CONSTRAINT actual_time_offering_fkey FOREIGN KEY (organization_id, project_offering_id, project_id)
          REFERENCES project_offerings (organization_id, id, project_id) ON UPDATE CASCADE,
        CONSTRAINT actual_time_role_fkey
          FOREIGN KEY (organization_id, project_offering_id, project_offering_role_id)
          REFERENCES project_offering_roles (organization_id, project_offering_id, id),
        CONSTRAINT actual_time_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id)
      );
      CREATE INDEX actual_time_recorded_date ON actual_time (organization_id, recorded_date, id);
      CREATE INDEX actual_time_project ON actual_time (organization_id, project_id, recorded_date, id);
      CREATE INDEX actual_time_offering ON actual_time (organization_id, project_offering_id, recorded_date, id);
      CREATE INDEX actual_time_person ON actual_time (organization_id, person_id, recorded_date, id);
      -- Little time is not billable; what is billable is found by the day.
      CREATE INDEX actual_time_not_billable ON actual_time (organization_id, recorded_date, id) WHERE NOT billable;
      CREATE INDEX actual_time_role ON actual_time (organization_id, project_offering_role_id);

      CREATE TABLE timesheet_entries (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        project_id uuid NOT NULL,
        project_offering_id uuid NOT NULL,
        project_offering_role_id uuid NOT NULL,
        person_id uuid NOT NULL,
        recorded_date date NOT NULL,
        hours numeric(6,2) NOT NULL CONSTRAINT timesheet_entries_hours_check CHECK (hours > 0 AND hours <= 24),
        billable boolean NOT NULL,
        description text,
        approval_status text NOT NULL CONSTRAINT timesheet_entries_approval_status_check
          CHECK (approval_status IN ('draft', 'submitted', 'approved', 'rejected')),
        submitted_at timestamptz(3),
        decided_at timestamptz(3),
        decided_by uuid,
        actual_time_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT timesheet_entries_pkey PRIMARY KEY (organization_id, id),
        -- Entries follow when a merge moves their offering.
        CONSTRAINT timesheet_entries_offering_fkey FOREIGN KEY (organization_id, project_offering_id, project_id)
          REFERENCES project_offerings (organization_id, id, project_id) ON UPDATE CASCADE,
        CONSTRAINT timesheet_entries_role_fkey
          FOREIGN KEY (organization_id, project_offering_id, project_offering_role_id)
          REFERENCES project_offering_roles (organization_id, project_offering_id, id),
        CONSTRAINT timesheet_entries_person_fkey FOREIGN KEY (organization_id, person_id)
          REFERENCES people (organization_id, id),
        CONSTRAINT timesheet_entries_decided_by_fkey FOREIGN KEY (organization_id, decided_by)
          REFERENCES people (organization_id, id),
        CONSTRAINT timesheet_entries_actual_time_fkey FOREIGN KEY (organization_id, actual_time_id)
          REFERENCES actual_time (organization_id, id)
      );
      CREATE INDEX timesheet_entries_recorded_date ON timesheet_entries (organization_id, recorded_date, id);
      CREATE INDEX timesheet_entries_project
        ON timesheet_entries (organization_id, project_id, recorded_date, id);
      CREATE INDEX timesheet_entries_offering
        ON timesheet_entries (organization_id, project_offering_id, recorded_date, id);
      CREATE INDEX timesheet_entries_person
        ON timesheet_entries (organization_id, person_id, recorded_date, id);
      CREATE INDEX timesheet_entries_approval_status
        ON timesheet_entries (organization_id, approval_status, recorded_date, id);
      CREATE INDEX timesheet_entries_not_billable ON timesheet_entries (organization_id, recorded_date, id)
        WHERE NOT billable;
      CREATE INDEX timesheet_entries_role ON timesheet_entries (organization_id, project_offering_role_id);
      CREATE INDEX timesheet_entries_decided_by ON timesheet_entries (organization_id, decided_by)
        WHERE decided_by IS NOT NULL;
      CREATE UNIQUE INDEX timesheet_entries_actual_time_key ON timesheet_entries (organization_id, actual_time_id)
        WHERE actual_time_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE timesheet_entries, actual_time;');
  }
}
