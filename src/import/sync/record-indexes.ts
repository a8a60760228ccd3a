import type { ApiClient } from '../api/api.client.js';
import { idsAbove } from '../api/place.js';
import { getResource, type Resource } from '../api/resources.js';
import type { Mapping, Step } from '../mapping/mapping.js';
import { RecordIndex } from './record-index.js';

/** One for all steps with the same records. */
export class RecordIndexes {
  private readonly indexes = new Map<string, Promise<RecordIndex>>();

  constructor(
    private readonly client: ApiClient,
    private readonly mapping: Mapping,
    /** Otherwise records are looked for as rows need them. */
    private readonly isWhole: boolean,
  ) {}

  of({ resource: name }: Step): Promise<RecordIndex> {
    const resource = getResource(name);
    const known = this.indexes.get(name);
    if (known) return known;
    const index = new RecordIndex(this.client, resource, {
      path: resource.list,
      fields: this.fieldsOf(resource),
    });
    const loaded = this.isWhole ? index.load() : Promise.resolve(index);
    this.indexes.set(name, loaded);
    return loaded;
  }

  /** No others, to save memory. */
  private fieldsOf(resource: Resource): string[] {
    const steps = this.mapping.steps.filter((step) => getResource(step.resource) === resource);
    const mapped = steps.flatMap((step) => Object.keys(step.members));
    const own = resource.hasCrmIdentifiers ? ['id', 'crm_identifiers'] : ['id'];
    return [...new Set([...own, ...resource.shown, ...idsAbove(resource), ...mapped])];
  }
}
