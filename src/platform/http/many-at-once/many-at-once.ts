import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { largeBodyLimits, LimitBody } from '../limits/body-limits.js';
import { metadataOf } from '../route-metadata.js';
import { NotInBatch } from './not-in-batch.js';

interface Many {
  /** Member of the body. */
  readonly list: string;
  /** So many items count as one request. */
  readonly perRequest: number;
}

const CountedItems = Reflector.createDecorator<Many>();

/** Takes a body of up to 4 MiB, and counts as one request for every started `perRequest` items. */
export const ManyAtOnce = (many: Many): MethodDecorator =>
  applyDecorators(CountedItems(many), LimitBody(largeBodyLimits), NotInBatch());

/** Beside the one that was counted before the body was read. */
export function furtherRequestsOf(handler: object, body: unknown): number {
  const many = metadataOf(CountedItems, handler);
  if (!many || typeof body !== 'object' || body === null) return 0;
  const items = (body as Readonly<Record<string, unknown>>)[many.list];
  return Array.isArray(items) ? Math.max(0, Math.ceil(items.length / many.perRequest) - 1) : 0;
}
