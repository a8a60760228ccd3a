import { BusinessError, UnavailableError, type RefusalKind } from './business-error.js';

export interface DeclaredRefusal {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly example: string;
}

export interface Refusal<About extends unknown[] = []> extends DeclaredRefusal {
  (...about: About): BusinessError;
}

/** @param code stable, `subject.reason` @param detail what is refused, why, and what to do */
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
  const make = (...about: About): BusinessError => new BusinessError(kind, code, detailText(detail, about));
  return Object.assign(make, { kind, code, example: detailText(detail, example) });
}

type Detail<About extends unknown[]> = string | ((...about: About) => string);

const detailText = <About extends unknown[]>(detail: Detail<About>, about: About): string =>
  typeof detail === 'string' ? detail : detail(...about);

/** 409: the current state does not allow it. */
export const conflict = <About extends unknown[]>(
  code: string,
  detail: Detail<About>,
  ...example: About
): Refusal<About> => refusal('conflict', code, detail, ...example);

/** 422: a reference to something that does not exist or cannot be used this way. */
export const unprocessable = <About extends unknown[]>(
  code: string,
  detail: Detail<About>,
  ...example: About
): Refusal<About> => refusal('unprocessable', code, detail, ...example);

export const notFound = (code: string, detail: string): Refusal => refusal('not_found', code, detail);

/** 503: something that every request needs is away or overloaded. */
export const unavailable = <About extends unknown[]>(
  code: string,
  retryAfterSeconds: number,
  detail: Detail<About>,
  ...example: About
): DeclaredRefusal & ((cause: unknown, ...about: About) => UnavailableError) => {
  const make = (cause: unknown, ...about: About): UnavailableError =>
    new UnavailableError(code, detailText(detail, about), retryAfterSeconds, cause);
  return Object.assign(make, { kind: 'unavailable' as const, code, example: detailText(detail, example) });
};
