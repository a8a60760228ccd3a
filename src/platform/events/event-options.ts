export interface EventOptions {
  /** Maximum size of an event body, as documented for receivers. */
  readonly maxBodyBytes: number;
}

export const EVENT_OPTIONS = Symbol('EVENT_OPTIONS');
