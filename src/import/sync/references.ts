import type { Mapping, MemberRule, Step, Value } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import type { Place } from '../api/place.js';
import { getResource } from '../api/resources.js';
import type { Columns } from './member-values.js';
import { NotMade, RowRefusal } from './row-refusal.js';

export class References {
  private readonly placesByStep: ReadonlyMap<string, Map<string, Place | 'not made'>>;
  private readonly idOfStep: ReadonlyMap<string, string>;

  constructor(mapping: Mapping) {
    const names = mapping.steps.flatMap((step) => [
      ...(step.parent ? [step.parent.step] : []),
      ...Object.values(step.members).flatMap((rule: MemberRule) => stepsNamedIn(rule.value)),
    ]);
    this.placesByStep = new Map(names.map((name) => [name, new Map<string, Place | 'not made'>()]));
    this.idOfStep = new Map(mapping.steps.map(({ name, resource }) => [name, getResource(resource).id]));
  }

  /** Only steps that others refer to: there may be many deals. */
  set(step: string, key: string, place: Place | 'not made'): void {
    this.placesByStep.get(step)?.set(key, place);
  }

  keysOf(step: string): Map<string, string> {
    const places = [...(this.placesByStep.get(step) ?? [])];
    return new Map(
      places.flatMap(([key, place]) =>
        place === 'not made' ? [] : [[place[this.idMember(step)] ?? '', key] as const],
      ),
    );
  }

  readonly find = (step: string, key: string): string => this.findPlace(step, key)[this.idMember(step)] ?? '';

  findPlace(step: string, key: string): Place {
    const place = this.placesByStep.get(step)?.get(key);
    if (place === undefined) throw new RowRefusal(`step "${step}" has no record "${key}"`);
    if (place === 'not made') throw new NotMade(`needs a record of step "${step}" that would only be made`);
    return place;
  }

  /** @throws RowRefusal, NotMade */
  placeAbove({ parent }: Step, columns: Columns): Place {
    if (!parent) return {};
    const key = fillTemplate(parent.key, columns);
    if (key === '') throw new RowRefusal('parent: the export has no value for it');
    return this.findPlace(parent.step, key);
  }

  private idMember(step: string): string {
    return this.idOfStep.get(step) ?? '';
  }
}

function stepsNamedIn(value: Value): string[] {
  if (value.kind === 'reference') return [value.step];
  if (value.kind === 'list') return value.items.flatMap(stepsNamedIn);
  return value.kind === 'object' ? Object.values(value.members).flatMap(stepsNamedIn) : [];
}
