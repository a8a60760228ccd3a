import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** They let secret scanners find what gives access: an access token, a session's cookie, a token of a session, a link, a sign-in at the provider. */
export type TokenPrefix = 'pda_' | 'pdc_' | 'pds_' | 'pdl_' | 'pdo_';

const PREFIX_LENGTH = 4;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 43; // 256 bits in base 62
const CHECKSUM_DIGITS = 6; // 32 bits in base 62

/** A new token: fixed prefix, 256 random bits, checksum. */
export function newToken(prefix: TokenPrefix = 'pda_'): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_DIGITS);
  return prefix + random + checksumOf(random);
}

/** False for text that cannot be a token, found out without asking the database. */
export function looksLikeToken(text: string, prefix: TokenPrefix = 'pda_'): boolean {
  if (text.length !== PREFIX_LENGTH + RANDOM_DIGITS + CHECKSUM_DIGITS || !text.startsWith(prefix))
    return false;
  const random = text.slice(PREFIX_LENGTH, PREFIX_LENGTH + RANDOM_DIGITS);
  return text.endsWith(checksumOf(random));
}

/** What is stored of a token: SHA-256 in hex. 256 random bits need no salt and no slow hash. */
export const hashOf = (token: string): string => hash('sha256', token);

/** The visible part of a token; the checksum is not secret. */
export const lastFourOf = (token: string): string => token.slice(-4);

const checksumOf = (random: string): string => base62(BigInt(crc32(random)), CHECKSUM_DIGITS);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, '0');
}
