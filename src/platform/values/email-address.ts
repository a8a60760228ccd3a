export const EMAIL_ADDRESS = /^[^\s\u0000@"<>,;:()[\]\\]{1,64}@[^\s\u0000@"<>,;:()[\]\\]{1,190}$/u;

export const EMAIL_FAULT = 'must be an e-mail address such as ada@example.com';

export const isEmailAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 255 && EMAIL_ADDRESS.test(value);
