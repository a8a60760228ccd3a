import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';

/** Tells where a created resource is: below the path by its id, or, of what has none, at the path itself. */
export function tellLocation(response: Response, body: unknown): void {
  const isResource = typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
  if (!isResource || response.hasHeader('Location')) return;
  const path = response.req.path.replace(/\/$/, '');
  const { id } = body as { id?: string };
  response.setHeader('Location', id === undefined ? path : `${path}/${id}`);
}
