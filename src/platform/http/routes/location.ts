import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';

/** Below the path by its id, or at the path itself without one. */
export function setLocation(response: Response, body: unknown): void {
  const isResource = typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
  if (!isResource || response.hasHeader('Location')) return;
  const path = response.req.path.replace(/\/$/, '');
  const { id } = body as { id?: string };
  response.setHeader('Location', id === undefined ? path : `${path}/${id}`);
}
