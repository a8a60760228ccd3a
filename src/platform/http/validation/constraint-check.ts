import type { ValidationArguments } from 'class-validator';
import type { Findings } from './findings.js';
import type { ConstraintRule, MemberRules } from './message-rules.js';

export function checkConstraints(
  { name, constraints }: MemberRules,
  message: Readonly<Record<string, unknown>>,
  place: string,
  { faults, pending }: Findings,
): void {
  const value = message[name];
  for (const rule of constraints) {
    const { validateIf, constraints: given } = rule.metadata;
    if (validateIf && !validateIf(message, value)) continue;
    const targetName = message.constructor.name;
    const details = { value, object: message, property: name, targetName, constraints: given };
    const note = (isFine: boolean): void => {
      if (!isFine) faults.add(place, messageOf(rule, details));
    };
    const result = holds(rule, details);
    if (result instanceof Promise) pending.push(result.then(note));
    else note(result);
  }
}

function holds(
  { validator, metadata }: ConstraintRule,
  details: ValidationArguments,
): boolean | Promise<boolean> {
  const value: unknown = details.value;
  if (!metadata.each || !isCollection(value)) return validator.validate(value, details);
  const results: (boolean | Promise<boolean>)[] = [];
  for (const item of value.values()) results.push(validator.validate(item, details));
  return results.some((result) => result instanceof Promise)
    ? Promise.all(results.map((result) => Promise.resolve(result))).then((settled) => settled.every(Boolean))
    : results.every(Boolean);
}

type Collection = readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>;

export const isCollection = (value: unknown): value is Collection =>
  Array.isArray(value) || value instanceof Set || value instanceof Map;

function messageOf({ validator, metadata }: ConstraintRule, details: ValidationArguments): string {
  const message = metadata.message as ConstraintRule['metadata']['message'] | undefined;
  const given = message ?? validator.defaultMessage?.(details) ?? 'is not valid';
  const text = withValues(typeof given === 'function' ? given(details) : given, details);
  return text.startsWith(`${details.property} `) ? text.slice(details.property.length + 1) : text;
}

/** Replaces `$value`, `$property`, `$target` and `$constraint1`, as class-validator does. */
function withValues(text: string, details: ValidationArguments): string {
  if (!text.includes('$')) return text;
  const { property, targetName } = details;
  const value: unknown = details.value;
  const constraints = details.constraints as unknown[];
  const isPlain = ['string', 'boolean', 'number'].includes(typeof value);
  return text
    .replaceAll(/\$constraint(\d+)/g, (token, place: string) => {
      const index = Number(place) - 1;
      return index in constraints ? wordOf(constraints[index]) : token;
    })
    .replaceAll('$value', (token) => (isPlain ? String(value) : token))
    .replaceAll('$property', () => property)
    .replaceAll('$target', () => targetName);
}

const wordOf = (given: unknown): string => (Array.isArray(given) ? given.join(', ') : String(given));
