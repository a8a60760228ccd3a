import { createRequire } from 'node:module';
import { TransformationType, type TransformFnParams } from 'class-transformer';
import type * as TransformerStorage from 'class-transformer/types/storage.js';
import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { FAULTS, type MemberCheck } from '../members/member.js';

export type MessageClass = new () => object;

/** What the decorators of one member say. */
export interface MemberRules {
  readonly name: string;
  /** Unless all of them hold, the member is not checked. */
  readonly conditions: readonly Condition[];
  readonly constraints: readonly ConstraintRule[];
  readonly transformations: readonly ((parameters: TransformFnParams) => unknown)[];
  /** What describes its faults; undefined where a decorator of another kind does. */
  readonly faults: MemberCheck | undefined;
  /** The class of an object, or of the objects of a list. */
  readonly nested: MessageClass | undefined;
}

type Condition = (message: object, value: unknown) => boolean;

interface ConstraintRule {
  readonly validator: ValidatorConstraintInterface;
  /** What the decorator gave to its validator. */
  readonly given: unknown[];
}

type ValidationMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

// Not among its exports; the mapped types of @nestjs/swagger read it there too.
const { defaultMetadataStorage } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage',
) as typeof TransformerStorage;

/** Whether class-validator has something to check. */
export const hasRules = (messageClass: MessageClass): boolean =>
  getMetadataStorage().getTargetValidationMetadatas(messageClass, '', false, false).length > 0;

/** The rules of each member of a class; null when a decorator says what is not known here. */
export function memberRulesOf(messageClass: MessageClass): readonly MemberRules[] | null {
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(messageClass, '', false, false);
  const members = Object.entries(storage.groupByPropertyName(metadata)).map(([name, rules]) =>
    rulesOf(messageClass, name, rules),
  );
  const known = members.filter((rules) => rules !== null);
  const names = new Set(known.map(({ name }) => name));
  const isWhole =
    known.length > 0 &&
    known.length === members.length &&
    // Values that every message begins with are checked against the members too.
    Object.keys(new messageClass()).every((name) => names.has(name)) &&
    defaultMetadataStorage.getExposedMetadatas(messageClass).length === 0 &&
    defaultMetadataStorage.getExcludedMetadatas(messageClass).length === 0;
  return isWhole ? known : null;
}

function rulesOf(
  messageClass: MessageClass,
  name: string,
  metadata: readonly ValidationMetadata[],
): MemberRules | null {
  const of = (type: string): ValidationMetadata[] => metadata.filter((rule) => rule.type === type);
  const conditions = of(ValidationTypes.CONDITIONAL_VALIDATION);
  const customs = of(ValidationTypes.CUSTOM_VALIDATION);
  const isNested = of(ValidationTypes.NESTED_VALIDATION).length > 0;
  const constraints = customs.flatMap((rule) =>
    getMetadataStorage()
      .getTargetValidatorConstraints(rule.constraintCls)
      .map(({ async, instance, name }) => ({
        async,
        validator: instance,
        given: rule.constraints,
        faults: name === FAULTS ? (rule.context as MemberCheck) : undefined,
      })),
  );
  const types = defaultMetadataStorage.findTypeMetadata(messageClass, name);
  const transformations = defaultMetadataStorage.findTransformMetadatas(
    messageClass,
    name,
    TransformationType.PLAIN_TO_CLASS,
  );
  const isKnown =
    !(name in messageClass.prototype) &&
    metadata.every(({ type }) => knownTypes.has(type)) &&
    customs.every(({ each, validateIf }) => !each && !validateIf) &&
    constraints.every(({ async }) => !async) &&
    transformations.every(({ options }) => Object.keys(options).length === 0) &&
    isNested === (types !== undefined);
  // A type that depends on what was sent is no single class.
  const isFixed = !types || (types.typeFunction.length === 0 && !types.options.discriminator);
  if (!isKnown || !isFixed || types?.reflectedType === Set || types?.reflectedType === Map) return null;
  return {
    name,
    conditions: conditions.map(({ constraints }) => constraints[0] as Condition),
    constraints,
    faults: constraints.length === 1 ? constraints[0]?.faults : undefined,
    transformations: transformations.map(({ transformFn }) => transformFn),
    nested: types?.typeFunction() as MessageClass | undefined,
  };
}

const knownTypes = new Set<string>([
  ValidationTypes.CONDITIONAL_VALIDATION,
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
]);
