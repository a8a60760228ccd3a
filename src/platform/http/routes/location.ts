import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';

/** Below the path by its id, or at the path itself without one. */
export function setLocation(response: Response, body: unknown): void {
  const isResource = typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
  if (!isResource || response.hasHeader('Location')) return;
  const { path: sent, resolvedPath = sent, isCreated } = response.req as ApiRequest;
  const path = resolvedPath.replace(isCreated ? /\/[^/]*\/?$/ : /\/$/, '');
  const { id } = body as { id?: string };
  response.setHeader('Location', id === undefined ? path : `${path}/${id}`);
}
