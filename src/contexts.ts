import { changes } from './contexts/changes/index.js';
import { delivery } from './contexts/delivery/index.js';
import { integrations, type WebhookSettings } from './contexts/integrations/index.js';
import { organization, type OrganizationSettings } from './contexts/organization/index.js';
import { people } from './contexts/people/index.js';
import { rates } from './contexts/rates/index.js';
import { sales } from './contexts/sales/index.js';
import { timeTracking } from './contexts/time-tracking/index.js';
import { readSettings } from './platform/config/index.js';
import { installContexts } from './platform/contexts/index.js';
import { describeProgram } from './platform/http/index.js';

// A context may use those before it only.
installContexts([organization, people, rates, sales, delivery, timeTracking, changes, integrations]);

describeProgram({
  title: 'Planning and Delivery API',
  introduction: `Clients, projects, offerings, people, planned and actual time, pipelines,
rates and tags: the data of a planning and delivery platform, for CRM integrations.`,
});

export type ProgramSettings = OrganizationSettings & WebhookSettings;

/** @throws SettingsError naming every invalid variable and what it must be, after the `known` faults */
export const readProgramSettings = (
  environment: NodeJS.ProcessEnv,
  known: readonly string[] = [],
): ProgramSettings => readSettings(environment, known) as ProgramSettings;
