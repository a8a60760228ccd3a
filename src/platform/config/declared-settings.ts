import type { SettingDefinition, SettingGroup } from './setting-definition.js';

const groups: SettingGroup[] = [];

export function declareSettings(group: SettingGroup): void {
  if (groups.includes(group)) return;
  const known = declaredSettings();
  for (const name of Object.keys(group.definitions)) {
    if (name in known) throw new Error(`The setting ${name} is declared twice.`);
  }
  groups.push(group);
}

export const declaredSettings = (): Readonly<Record<string, SettingDefinition>> =>
  Object.assign({}, ...groups.map(({ definitions }) => definitions)) as Record<string, SettingDefinition>;

export const declaredFaults = (values: Readonly<Record<string, unknown>>): string[] =>
  groups.flatMap(({ faults }) => faults?.(values) ?? []);
