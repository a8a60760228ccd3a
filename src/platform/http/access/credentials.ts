import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest, Credentials } from '../caller.js';

export function credentialsOf(request: ApiRequest): Credentials {
  const authorization = request.get('authorization');
  const [, bearer] = (authorization && /^Bearer +(\S+)$/i.exec(authorization)) || [];
  return { apiKey: request.get('x-api-key'), bearer };
}

export const CurrentCredentials = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Credentials =>
    credentialsOf(context.switchToHttp().getRequest<ApiRequest>()),
);
