import { STATUS_CODES } from 'node:http';
import type { HttpException } from '@nestjs/common';
import { BusinessError } from '../errors/index.js';

/** An exception of Nest as a refusal: with its status and its message, and a code that tells its status where it has none. */
export function refusalOfException(exception: HttpException): BusinessError {
  const status = exception.getStatus();
  const messages = messagesOf(exception);
  const members = status === 400 ? { request: messages } : {};
  return new BusinessError(status, codeOf(exception, status), messages.join('; '), members);
}

/** Told by those who throw it, one or several, as Nest's own ValidationPipe does; else the status in words. */
function messagesOf(exception: HttpException): string[] {
  const told = memberOf(exception, 'message');
  const texts = (Array.isArray(told) ? told : [told]).filter(
    (text) => typeof text === 'string' && text !== '',
  );
  return texts.length > 0 ? (texts as string[]) : [exception.message];
}

function codeOf(exception: HttpException, status: number): string {
  const told = exception.errorCode ?? memberOf(exception, 'code');
  if (typeof told === 'string') return told;
  const words = STATUS_CODES[status] ?? 'failed';
  return `${status < 500 ? 'request' : 'server'}.${words.toLowerCase().replace(/\W+/g, '_')}`;
}

function memberOf(exception: HttpException, name: string): unknown {
  const response = exception.getResponse();
  return typeof response === 'string' ? undefined : (response as Readonly<Record<string, unknown>>)[name];
}
