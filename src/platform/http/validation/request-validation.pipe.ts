import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { invalid } from '../../errors/index.js';
import { FaultList } from '../faults.js';
import { FAULTS, type Fault, type MemberCheck } from '../members/member.js';
import { acceptanceOf } from './compiled-message.js';
import { membersMustBeHarmless } from './hostile-members.js';
import { hasRules, type MessageClass } from './member-rules.js';
import { describesItself, faultsIn } from './message-faults.js';

/** Turns a body or a query into its class, or refuses it with its faults by member, named as the client wrote it. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data, schema }: ArgumentMetadata): unknown {
    const isMessage = (type === 'body' || type === 'query') && metatype && !ordinaryTypes.has(metatype);
    if (!isMessage || schema) return value;
    const sent = value === undefined ? {} : value;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw invalid({ [data ?? 'body']: ['must be a JSON object'] });
    }
    const messageClass = metatype as MessageClass;
    // What describes its own faults knows every member by name, and its lists by their size.
    if (!describesItself(messageClass)) membersMustBeHarmless(sent);
    return acceptanceOf(messageClass)(sent) ?? validated(messageClass, sent, data);
  }
}

/** Of parameters that no class describes: other pipes make of them what the route needs. */
const ordinaryTypes = new Set<unknown>([Object, Array, String, Number, Boolean, Date, Buffer]);

/**
 * @param place the member of the body that it is; default the whole
 * @throws BusinessError with as many faults as a 400 lists
 */
export function validated(messageClass: MessageClass, sent: object, place = ''): object | Promise<object> {
  const faults = faultsIn(messageClass, sent, place);
  if (!faults || faults.isEmpty) return validatedByLibraries(messageClass, sent, place);
  throw invalid(faults.toMembers());
}

/** The same as class-transformer and class-validator do it, for classes with decorators that are theirs alone. */
export async function validatedByLibraries(
  messageClass: MessageClass,
  sent: object,
  place = '',
): Promise<object> {
  const message = plainToInstance(messageClass, sent);
  if (!hasRules(messageClass)) return message;
  const errors = await validate(message, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (errors.length === 0) return message;
  const faults = new FaultList();
  addFaults(errors, place, faults);
  throw invalid(faults.toMembers());
}

function addFaults(errors: readonly ValidationError[], parent: string, faults: FaultList): void {
  for (const error of errors) {
    if (faults.isFull) return;
    const path = Array.isArray(error.target)
      ? `${parent}[${error.property}]`
      : [parent, error.property].filter(Boolean).join('.');
    for (const { at, message } of messagesOf(error)) faults.add(path + at, message);
    addFaults(error.children ?? [], path, faults);
  }
}

function messagesOf({ constraints = {}, contexts, value, property }: ValidationError): readonly Fault[] {
  const described = contexts?.[FAULTS] as MemberCheck | undefined;
  if (described) return described.check(value);
  return Object.entries(constraints).map(([name, message]) => ({
    at: '',
    message: ownMessages[name] ?? withoutName(message, property),
  }));
}

const ownMessages: Readonly<Record<string, string>> = {
  whitelistValidation: 'is not known here',
  unknownValue: 'must be an object',
  nestedValidation: 'must be an object',
};

// The member stands before its messages already.
const withoutName = (message: string, property: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
