import { STATUS_CODES } from 'node:http';
import type { HttpException } from '@nestjs/common';
import { BusinessError } from '../../errors/index.js';

export function refusalOfException(exception: HttpException): BusinessError {
  const status = exception.getStatus();
  const messages = messagesOf(exception);
  const members = status === 400 ? { request: messages } : {};
  return new BusinessError(status, codeOf(exception, status), messages.join('; '), members);
}

function messagesOf(exception: HttpException): string[] {
  const given = memberOf(exception, 'message');
  const texts = (Array.isArray(given) ? given : [given]).filter(
    (text) => typeof text === 'string' && text !== '',
  );
  return texts.length > 0 ? (texts as string[]) : [exception.message];
}

function codeOf(exception: HttpException, status: number): string {
  const code = exception.errorCode ?? memberOf(exception, 'code');
  if (typeof code === 'string') return code;
  const words = STATUS_CODES[status] ?? 'failed';
  return `${status < 500 ? 'request' : 'server'}.${words.toLowerCase().replace(/\W+/g, '_')}`;
}

function memberOf(exception: HttpException, name: string): unknown {
  const response = exception.getResponse();
  return typeof response === 'string' ? undefined : (response as Readonly<Record<string, unknown>>)[name];
}
