import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { invalid } from '../../errors/index.js';
import type { ReferenceResolver } from '../../references/index.js';
import { FaultList } from '../errors/faults.js';
import type { Findings } from './findings.js';
import { addUnsafeMembers } from './unsafe-members.js';
import type { MessageClass } from './message-rules.js';
import { visitorOf } from './message-visitor.js';

@Injectable()
export class RequestValidationPipe implements PipeTransform {
  constructor(private readonly references?: ReferenceResolver) {}

  transform(value: unknown, { type, metatype, data, schema }: ArgumentMetadata): unknown {
    const isMessage = (type === 'body' || type === 'query') && metatype && !ordinaryTypes.has(metatype);
    if (!isMessage || schema) return value;
    const sent = value === undefined ? {} : value;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw invalid({ [data ?? 'body']: ['must be a JSON object'] });
    }
    return validated(metatype as MessageClass, sent, data, this.references);
  }
}

/** Without a class that describes them: other pipes convert them. */
const ordinaryTypes = new Set<unknown>([Object, Array, String, Number, Boolean, Date, Buffer]);

/** @returns a promise for asynchronous constraints and references. @throws BusinessError with the faults that a 400 lists */
export function validated(
  messageClass: MessageClass,
  sent: object,
  place = '',
  resolver?: ReferenceResolver,
): object | Promise<object> {
  const { message, findings } = visited(messageClass, sent, place);
  const { faults, pending, references } = findings;
  return pending.length === 0 && references.length === 0
    ? accepted(message, faults)
    : completed(message, findings, resolver);
}

/** What is to be made of the findings is left to the caller. */
export function visited(
  messageClass: MessageClass,
  sent: object,
  place: string,
): { readonly message: object; readonly findings: Findings } {
  const findings: Findings = { faults: new FaultList(), pending: [], references: [], rechecks: [] };
  const visitor = visitorOf(messageClass);
  const message = visitor.hasRules
    ? visitor.visit(sent, place, findings)
    : unchecked(messageClass, sent, place, findings);
  return { message, findings };
}

async function completed(
  message: object,
  { faults, pending, references, rechecks }: Findings,
  resolver: ReferenceResolver | undefined,
): Promise<object> {
  await Promise.all(pending);
  if (faults.isEmpty && references.length > 0) {
    if (resolver) await resolver.fill(references);
    else for (const { place } of references) faults.add(place, 'must be a UUID');
    for (const recheck of rechecks) recheck();
  }
  return accepted(message, faults);
}

function accepted(message: object, faults: FaultList): object {
  if (faults.isEmpty) return message;
  throw invalid(faults.toMembers());
}

function unchecked(messageClass: MessageClass, sent: object, place: string, { faults }: Findings): object {
  return addUnsafeMembers(sent, place, faults) ? plainToInstance(messageClass, sent) : sent;
}
