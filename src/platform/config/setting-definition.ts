export interface SettingDefinition<T = unknown> {
  readonly description: string;
  /** What counts when the variable is absent or empty; undefined = the setting is optional. */
  readonly fallback?: string;
  /** Turns the text into the value; throws an Error whose message completes "KEY ...". */
  readonly read: (value: string | undefined) => T;
}

export const define = <T>(definition: SettingDefinition<T>): SettingDefinition<T> => definition;
