import { BusinessError, UnavailableError, type RefusalKind } from './business-error.js';

/** What the API description says of a refusal. */
export interface DeclaredRefusal {
  readonly kind: RefusalKind;
  readonly code: string;
  /** The detail of an answer that refuses so. */
  readonly example: string;
}

/** A refusal that is declared once, and made of what it is about where a rule throws it. */
export interface Refusal<About extends unknown[] = []> extends DeclaredRefusal {
  (...about: About): BusinessError;
}

/**
 * Declares a refusal.
 * @param code stable, of the form subject.reason
 * @param detail what is told to a person: what is refused, why, and what to do
 * @param example what the detail of the example in the API description is about
 */
export function refusal<About extends unknown[]>(
  kind: RefusalKind,
  code: string,
  detail: Detail<About>,
  ...example: About
): Refusal<About> {
  if (typeof kind === 'number' && !(kind >= 400 && kind <= 499)) {
    throw new Error(
      `${code} has the status ${kind}: a refusal has one from 400 to 499, or is unavailable().`,
    );
  }
  const make = (...about: About): BusinessError => new BusinessError(kind, code, told(detail, about));
  return Object.assign(make, { kind, code, example: told(detail, example) });
}

/** What is told to a person: always the same, or made of what it is about. */
type Detail<About extends unknown[]> = string | ((...about: About) => string);

const told = <About extends unknown[]>(detail: Detail<About>, about: About): string =>
  typeof detail === 'string' ? detail : detail(...about);

/** A business rule refuses what was asked, as things stand now. */
export const conflict = <About extends unknown[]>(
  code: string,
  detail: Detail<About>,
  ...example: About
): Refusal<About> => refusal('conflict', code, detail, ...example);

/** The request points to something the organization does not have, or that cannot be used this way. */
export const unprocessable = <About extends unknown[]>(
  code: string,
  detail: Detail<About>,
  ...example: About
): Refusal<About> => refusal('unprocessable', code, detail, ...example);

/** The path names something the organization does not have. */
export const notFound = (code: string, detail: string): Refusal => refusal('not_found', code, detail);

/**
 * Something that every request needs is away or overloaded. What it makes is thrown with what happened, for the log.
 * @param retryAfterSeconds when to try again, a whole number
 */
export const unavailable = <About extends unknown[]>(
  code: string,
  retryAfterSeconds: number,
  detail: Detail<About>,
  ...example: About
): DeclaredRefusal & ((cause: unknown, ...about: About) => UnavailableError) => {
  const make = (cause: unknown, ...about: About): UnavailableError =>
    new UnavailableError(code, told(detail, about), retryAfterSeconds, cause);
  return Object.assign(make, { kind: 'unavailable' as const, code, example: told(detail, example) });
};
