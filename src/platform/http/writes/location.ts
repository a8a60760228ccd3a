import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';

/** Below the path by its id, or at the path itself without one; null of what is no resource. */
export function locationOf(request: ApiRequest, body: unknown): string | null {
  if (typeof body !== 'object' || body === null || body instanceof StreamableFile) return null;
  const { path: sent, resolvedPath = sent, isCreated } = request;
  const path = resolvedPath.replace(isCreated ? /\/[^/]*\/?$/ : /\/$/, '');
  const { id } = body as { id?: string };
  return id === undefined ? path : `${path}/${id}`;
}

export function setLocation(response: Response, body: unknown): void {
  if (response.hasHeader('Location')) return;
  const location = locationOf(response.req as ApiRequest, body);
  if (location !== null) response.setHeader('Location', location);
}
