const pattern = /^[^\s@"<>,;:()[\]\\]{1,64}@[^\s@"<>,;:()[\]\\]{1,190}$/;

/** True for `name@host`; whether mail arrives there is not checked. */
export const isEmailAddress = (value: unknown): value is string =>
  typeof value === 'string' && pattern.test(value);
