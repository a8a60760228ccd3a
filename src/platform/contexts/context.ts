import { fileURLToPath } from 'node:url';
import type { Type } from '@nestjs/common';
import type { SettingGroup } from '../config/setting-definition.js';
import type { Topic } from '../events/index.js';
import type { HealthPart } from '../health/index.js';
import type { ContextDescription } from '../http/index.js';
import type { GaugeGroup } from '../metrics/index.js';
import type { RecordForm, ResourceDefinition } from '../resources/index.js';
import type { Retention } from '../retention/index.js';

export interface Context {
  /** Its folder, and its migrations ledger if it has one: small letters and hyphens. */
  readonly name: string;
  readonly module: Type;
  /** Tokens can be limited to `<scope>:read` and `<scope>:write` of each. */
  readonly scopes?: readonly string[];
  /** Scopes of their own name, each for one thing more, with what it allows. */
  readonly permissions?: Readonly<Record<string, string>>;
  readonly topics?: Readonly<Record<string, Topic>>;
  /** What its routes are about: their ids may be references. */
  readonly resources?: readonly ResourceDefinition[];
  /** What a GET shows, by the resource in the topics: what `expand=resource` adds to changes. */
  readonly records?: Readonly<Record<string, RecordForm>>;
  /** OpenAPI tags with their descriptions, in display order. */
  readonly tags?: Readonly<Record<string, string>>;
  /** What else it adds to the API description. */
  readonly description?: ContextDescription;
  readonly settings?: SettingGroup;
  readonly gauges?: GaugeGroup;
  readonly health?: HealthPart;
  /** A provider that removes what is too old. */
  readonly retention?: Type<Retention>;
  /** Tables of which backups keep no rows: what they hold gives access, or counts for a moment only. */
  readonly transientTables?: readonly string[];
  /** Folder of an extension's files `<13 digits>-<words-with-hyphens>.js`, with a ledger of their own. */
  readonly migrations?: URL;
}

// In the registry of symbols, since another copy of the package has to find it too.
const DEFINED_BY = Symbol.for('planning-delivery-api.defined-by');

/** The main file of this copy of the package. */
export const packageFile = fileURLToPath(new URL('../../index.js', import.meta.url));

export function defineContext(context: Context): Context {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(context.name)) {
    throw new Error(`"${context.name}": the name of a context has small letters, digits and hyphens.`);
  }
  return Object.defineProperty({ ...context }, DEFINED_BY, { value: packageFile });
}

/** The main file of the copy of the package whose `defineContext` made it; undefined: none did. */
export const definedBy = (context: Context): string | undefined =>
  (context as { readonly [DEFINED_BY]?: string })[DEFINED_BY];
