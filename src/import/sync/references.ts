import type { Mapping, MemberRule, Value } from '../mapping/mapping.js';
import { RowRefusal } from './row-refusal.js';

export class References {
  private readonly idsByStep: ReadonlyMap<string, Map<string, string>>;

  constructor(mapping: Mapping) {
    const names = mapping.steps.flatMap((step) => [
      ...(step.parent ? [step.parent.step] : []),
      ...Object.values(step.members).flatMap((rule: MemberRule) => stepsNamedIn(rule.value)),
    ]);
    this.idsByStep = new Map(names.map((name) => [name, new Map<string, string>()]));
  }

  /** Only steps that others refer to: there may be many deals. */
  set(step: string, key: string, id: string): void {
    this.idsByStep.get(step)?.set(key, id);
  }

  idsOf(step: string): string[] {
    return [...new Set(this.idsByStep.get(step)?.values())];
  }

  readonly find = (step: string, key: string): string => {
    const id = this.idsByStep.get(step)?.get(key);
    if (id === undefined) throw new RowRefusal(`step "${step}" has no record "${key}"`);
    return id;
  };
}

function stepsNamedIn(value: Value): string[] {
  if (value.kind === 'reference') return [value.step];
  if (value.kind === 'list') return value.items.flatMap(stepsNamedIn);
  return value.kind === 'object' ? Object.values(value.members).flatMap(stepsNamedIn) : [];
}
