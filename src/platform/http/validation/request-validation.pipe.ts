import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { invalid } from '../../errors/index.js';
import { FAULTS, type Faults } from '../members/member.js';
import { acceptanceOf } from './compiled-message.js';
import { hostileMembers } from './hostile-members.js';
import type { MessageClass } from './member-rules.js';

type Members = Record<string, string[]>;

/** Turns a body or a query into its class, or refuses it with every fault by member, named as the client wrote it. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object || metatype === Array)
      return value;
    const sent = value === undefined ? {} : value;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw invalid({ body: ['must be a JSON object'] });
    }
    const hostile = hostileMembers(sent);
    if (Object.keys(hostile).length > 0) throw invalid(hostile);
    const messageClass = metatype as MessageClass;
    return acceptanceOf(messageClass)(sent) ?? validated(messageClass, sent);
  }
}

/** @throws BusinessError with every fault */
export async function validated(messageClass: MessageClass, sent: object): Promise<object> {
  const message = plainToInstance(messageClass, sent);
  const errors = await validate(message, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  if (errors.length > 0) throw invalid(faultsOf(errors));
  return message;
}

function faultsOf(errors: readonly ValidationError[], parent = '', members: Members = {}): Members {
  for (const error of errors) {
    const isItem = /^\d+$/.test(error.property) && parent !== '';
    const path = isItem ? `${parent}[${error.property}]` : [parent, error.property].filter(Boolean).join('.');
    for (const { at, message } of messagesOf(error)) (members[path + at] ??= []).push(message);
    faultsOf(error.children ?? [], path, members);
  }
  return members;
}

function messagesOf({
  constraints = {},
  contexts,
  value,
}: ValidationError): { at: string; message: string }[] {
  const described = contexts?.[FAULTS] as { check: Faults } | undefined;
  if (described) return [...described.check(value)];
  return Object.keys(constraints).map((name) => ({
    at: '',
    message: name === 'whitelistValidation' ? 'is not known here' : 'must be an object',
  }));
}
