import { isIP } from 'node:net';
import {
  EMAIL_FAULT,
  isEmailAddress,
  isTextOf,
  MAX_NAME_LENGTH,
  parsedUrl,
  textFault,
} from '../values/index.js';

type Read<T> = (value: string | undefined) => T;

export const optionalText: Read<string | undefined> = (value) => value;

export const text: Read<string> = (value) => value ?? fault('must be set');

export const emailAddress: Read<string> = (value) =>
  isEmailAddress(value) ? value : fault(`${EMAIL_FAULT}, not "${value}"`);

export const name: Read<string> = (value) =>
  isTextOf(value, 1, MAX_NAME_LENGTH) ? value : fault(textFault(value, 1, MAX_NAME_LENGTH));

export const integerBetween =
  (least: number, most: number): Read<number> =>
  (value) => {
    const number = /^\d{1,15}$/.test(value ?? '') ? Number(value) : NaN;
    return number >= least && number <= most
      ? number
      : fault(`must be a whole number from ${least} to ${most}, not "${value}"`);
  };

export const optionalInteger =
  (least: number, most: number): Read<number | undefined> =>
  (value) =>
    value === undefined ? undefined : integerBetween(least, most)(value);

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Read<T> =>
  (value) =>
    choices.find((choice) => choice === value) ??
    fault(`must be one of ${choices.join(', ')}, not "${value}"`);

/** What stands between commas, without what is blank. */
export const commaSeparated = (text = ''): string[] => text.split(',').flatMap((word) => word.trim() || []);

export const listOf =
  <const T extends string>(...choices: readonly T[]): Read<readonly T[]> =>
  (value) => {
    const words = commaSeparated(value);
    const known = choices.filter((choice) => words.includes(choice));
    return words.every((word) => choices.some((choice) => choice === word))
      ? known
      : fault(`must be a comma-separated list of ${choices.join(', ')}, not "${value}"`);
  };

// The message leaves the value out: it may contain a password.
export const optionalUrl =
  (...protocols: readonly string[]): Read<string | undefined> =>
  (value) => {
    if (value === undefined) return undefined;
    const protocol = parsedUrl(value)?.protocol ?? '';
    return protocols.includes(protocol)
      ? value
      : fault(`must be a URL that starts with ${protocols.join('// or ')}//`);
  };

export const trustProxy: Read<number | string[]> = (value) => {
  if (/^\d{1,2}$/.test(value ?? '')) return Number(value);
  const addresses = (value ?? '').split(',').map((address) => address.trim());
  return addresses.every(isProxy)
    ? addresses
    : fault(
        `must be a number of proxies, or a comma-separated list of addresses and of networks such as 10.0.0.0/8, from /1 on, not "${value}"`,
      );
};

const isProxy = (text: string): boolean => {
  const [address = '', mask = '1', ...more] = text.split('/');
  const isMask = isIP(address) === 4 && isNetmask(mask);
  return more.length === 0 && (isMask || (isNetwork(`${address}/${mask}`) && Number(mask) > 0));
};

const isNetmask = (text: string): boolean =>
  isIP(text) === 4 && /^1+0*$/.test(text.split('.').map(bitsOf).join(''));

const bitsOf = (byte: string): string => Number(byte).toString(2).padStart(8, '0');

export const booleanText: Read<boolean> = (value) =>
  value === 'true' || value === 'false' ? value === 'true' : fault(`must be true or false, not "${value}"`);

export const integerList =
  (least: number, most: number): Read<readonly number[]> =>
  (value) => {
    const texts = (value ?? '').split(',').map((text) => text.trim());
    const numbers = texts.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : NaN));
    return numbers.every((number) => number >= least && number <= most)
      ? numbers
      : fault(`must be a comma-separated list of whole numbers from ${least} to ${most}, not "${value}"`);
  };

const isNetwork = (text: string): boolean => {
  const [address = '', length = '', ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && /^\d{1,3}$/.test(length) && Number(length) <= bits && more.length === 0;
};

export const networkList: Read<readonly string[]> = (value) => {
  const networks = commaSeparated(value);
  return networks.every(isNetwork)
    ? networks
    : fault(`must be a comma-separated list of networks such as 10.0.0.0/8, not "${value}"`);
};

// The message leaves the key out: it is a secret.
export const optionalKey =
  (bytes: number): Read<Buffer | undefined> =>
  (value) => {
    if (value === undefined) return undefined;
    const key = Buffer.from(value, 'base64');
    return key.length === bytes && key.toString('base64') === value
      ? key
      : fault(`must be base64 of ${bytes} random bytes, as "openssl rand -base64 ${bytes}" prints them`);
  };

function fault(message: string): never {
  throw new Error(message);
}
