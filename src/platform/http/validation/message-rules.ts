import { TransformationType, type TransformFnParams } from 'class-transformer';
import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { MEMBER, type MemberCheck } from '../members/member.js';
import { transformerStorage } from './transformer-storage.js';

export type MessageClass = new () => object;

export interface MessageRules {
  readonly members: readonly MemberRules[];
  /** There are names, types or options that only class-transformer knows. */
  readonly isForTransformer: boolean;
}

export interface MemberRules {
  readonly name: string;
  /** Unless all hold, the member is not checked. */
  readonly conditions: readonly Condition[];
  readonly checks: readonly MemberCheck[];
  readonly constraints: readonly ConstraintRule[];
  readonly transformations: readonly ((parameters: TransformFnParams) => unknown)[];
  readonly isNested: boolean;
  readonly nested: MessageClass | undefined;
}

type Condition = (message: object, value: unknown) => boolean;

export interface ConstraintRule {
  readonly validator: ValidatorConstraintInterface;
  readonly metadata: ValidationMetadata;
}

type ValidationMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

const validationOf = (messageClass: MessageClass): ValidationMetadata[] =>
  getMetadataStorage().getTargetValidationMetadatas(messageClass, '', false, false);

export function rulesOf(messageClass: MessageClass): MessageRules {
  const byName = getMetadataStorage().groupByPropertyName(validationOf(messageClass));
  const members = Object.entries(byName).map(([name, metadata]) => memberOf(messageClass, name, metadata));
  const isForTransformer =
    transformerStorage.getExposedMetadatas(messageClass).length > 0 ||
    transformerStorage.getExcludedMetadatas(messageClass).length > 0 ||
    members.some((member) => needsTransformer(messageClass, member));
  return { members, isForTransformer };
}

function memberOf(
  messageClass: MessageClass,
  name: string,
  metadata: readonly ValidationMetadata[],
): MemberRules {
  const of = (type: string): ValidationMetadata[] => metadata.filter((rule) => rule.type === type);
  const customs = of(ValidationTypes.CUSTOM_VALIDATION).flatMap((rule) =>
    getMetadataStorage()
      .getTargetValidatorConstraints(rule.constraintCls)
      .map(({ instance, name: kind }) => ({ validator: instance, metadata: rule, isOurs: kind === MEMBER })),
  );
  const isNested = of(ValidationTypes.NESTED_VALIDATION).length > 0;
  const type = isNested ? transformerStorage.findTypeMetadata(messageClass, name) : undefined;
  return {
    name,
    conditions: of(ValidationTypes.CONDITIONAL_VALIDATION).map(
      ({ constraints }) => constraints[0] as Condition,
    ),
    checks: customs.filter(({ isOurs }) => isOurs).map((rule) => rule.metadata.constraints[0] as MemberCheck),
    constraints: customs.filter(({ isOurs }) => !isOurs),
    transformations: transformsOf(messageClass, name).map(({ transformFn }) => transformFn),
    isNested,
    nested: type?.typeFunction() as MessageClass | undefined,
  };
}

const transformsOf = (
  messageClass: MessageClass,
  name: string,
): ReturnType<typeof transformerStorage.findTransformMetadatas> =>
  transformerStorage.findTransformMetadatas(messageClass, name, TransformationType.PLAIN_TO_CLASS);

function needsTransformer(messageClass: MessageClass, { name, isNested }: MemberRules): boolean {
  const transforms = transformsOf(messageClass, name);
  const type = transformerStorage.findTypeMetadata(messageClass, name);
  return (
    // A method, or an accessor without a setter.
    name in messageClass.prototype ||
    transforms.some(({ options }) => Object.keys(options).length > 0) ||
    (type !== undefined &&
      (!isNested ||
        transforms.length > 0 ||
        // Depends on the value, so it is no single class.
        type.typeFunction.length > 0 ||
        type.options.discriminator !== undefined ||
        type.reflectedType === Set ||
        type.reflectedType === Map))
  );
}
