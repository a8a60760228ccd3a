import { isIP } from 'node:net';
import { isEmailAddress } from '../values/index.js';

type Read<T> = (value: string | undefined) => T;

export const optionalText: Read<string | undefined> = (value) => value;

export const text: Read<string> = (value) => value ?? fault('must be set');

export const emailAddress: Read<string> = (value) =>
  isEmailAddress(value) ? value : fault(`must be an e-mail address such as ada@example.com, not "${value}"`);

export const integerBetween =
  (least: number, most: number): Read<number> =>
  (value) => {
    const number = /^\d{1,15}$/.test(value ?? '') ? Number(value) : NaN;
    return number >= least && number <= most
      ? number
      : fault(`must be a whole number from ${least} to ${most}, not "${value}"`);
  };

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Read<T> =>
  (value) =>
    choices.find((choice) => choice === value) ??
    fault(`must be one of ${choices.join(', ')}, not "${value}"`);

// The value itself is kept out of the message: it may hold a password.
export const optionalUrl =
  (...protocols: readonly string[]): Read<string | undefined> =>
  (value) => {
    if (value === undefined) return undefined;
    const protocol = URL.canParse(value) ? new URL(value).protocol : '';
    return protocols.includes(protocol)
      ? value
      : fault(`must be a URL that starts with ${protocols.join('// or ')}//`);
  };

export const trustProxy: Read<number | string[]> = (value) => {
  if (/^\d{1,2}$/.test(value ?? '')) return Number(value);
  const addresses = (value ?? '').split(',').map((address) => address.trim());
  const usable = addresses.every((address) => isIP(address.split('/')[0] ?? '') > 0);
  return usable ? addresses : fault(`must be a number of proxies or a list of addresses, not "${value}"`);
};

function fault(message: string): never {
  throw new Error(message);
}
