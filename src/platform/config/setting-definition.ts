export interface SettingDefinition<T = unknown> {
  readonly description: string;
  /** What counts when the variable is absent or empty; undefined = the setting is optional. */
  readonly fallback?: string;
  /** The value that counts then, where it depends on settings that stand above. */
  readonly derive?: (values: Readonly<Record<string, unknown>>) => T;
  /** Turns the text into the value; throws an Error whose message completes "KEY ...". */
  readonly read: (value: string | undefined) => T;
}

export const define = <T>(definition: SettingDefinition<T>): SettingDefinition<T> => definition;
