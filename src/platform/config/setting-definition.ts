export interface SettingDefinition<T = unknown> {
  readonly description: string;
  /** Used when the variable is absent or empty; undefined: the setting is optional. */
  readonly fallback?: string;
  /** Default that depends on settings declared before this one. */
  readonly derive?: (values: Readonly<Record<string, unknown>>) => T;
  /** Parses the text; throws an Error whose message completes "KEY ...". */
  readonly read: (value: string | undefined) => T;
}

export const define = <T>(definition: SettingDefinition<T>): SettingDefinition<T> => definition;

type Definitions = Readonly<Record<string, SettingDefinition>>;

export type ValuesOf<All extends Definitions> = {
  readonly [Name in keyof All]: ReturnType<All[Name]['read']>;
};

export interface SettingGroup {
  readonly definitions: Definitions;
  /** Checks values against each other, a sentence per fault. Values wrong by themselves are left out. */
  readonly faults?: (values: Readonly<Record<string, unknown>>) => readonly string[];
}
