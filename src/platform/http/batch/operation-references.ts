import { invalid } from '../../errors/index.js';
import type { BatchOperation } from './batch.dto.js';

const WHOLE = /^@\{([^{}]*)\}$/;
const ESCAPED = /^@@+\{/;
const IN_PATH = /@(@+\{)|@\{([^{}]*)\}/g;

/** @param reference such as `deal.id` @param place that of the reference in the request */
export type Resolve = (reference: string, place: string) => unknown;

type Place = (string | number)[];

/** With members of earlier answers in the places of references. @throws BusinessError of `resolve`, or 400 */
export function filled(operation: BatchOperation, index: number, resolve: Resolve): BatchOperation {
  const place = `operations[${index}].path`;
  const path = operation.path.replace(
    IN_PATH,
    (_all, escaped: string | undefined, reference = '') =>
      escaped ?? encodeURIComponent(textOf(resolve(reference as string, place), place)),
  );
  if (operation.body === undefined) return { ...operation, path };
  const body = filledValue(operation.body, ['operations', index, 'body'], resolve) as object;
  return { ...operation, path, body };
}

function textOf(value: unknown, place: string): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid({ [place]: ['must refer to a member that is text, a number or a flag'] });
}

function filledValue(value: unknown, place: Place, resolve: Resolve): unknown {
  if (typeof value === 'string') return filledText(value, place, resolve);
  if (typeof value !== 'object' || value === null) return value;
  const within = (key: string | number, item: unknown): unknown => {
    place.push(key);
    const found = filledValue(item, place, resolve);
    place.pop();
    return found;
  };
  if (Array.isArray(value)) return value.map((item, index) => within(index, item));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, within(name, item)]));
}

function filledText(text: string, place: Place, resolve: Resolve): unknown {
  if (!text.startsWith('@')) return text;
  if (ESCAPED.test(text)) return text.slice(1);
  const [, reference] = WHOLE.exec(text) ?? [];
  return reference === undefined ? text : resolve(reference, written(place));
}

const written = (place: Place): string =>
  place
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
