import { permits, type Caller } from '../../../platform/http/index.js';

/** The scope for recording time of people who are archived, held beside `time:write`. */
export const BACKFILL = 'backfill';

export const mayBackfill = ({ scopes }: Caller): boolean => permits(scopes, BACKFILL);
