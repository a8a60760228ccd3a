import { Reflector } from '@nestjs/core';
import { metadataOf } from '../route-metadata.js';

export interface BodyLimits {
  /** As sent, and after inflation. */
  readonly bytes: number;
  /** Per object. */
  readonly members: number;
  /** Per list. */
  readonly items: number;
  readonly levels: number;
  /** Members and items of all objects and lists. */
  readonly values: number;
  /** As a multiple of the compressed size. */
  readonly inflation: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Above what operations accept: members have their own, described limits. */
export const bodyLimits: BodyLimits = {
  bytes: MIB,
  members: 200,
  items: 1000,
  levels: 20,
  values: 20_000,
  inflation: 250,
};

/** Of what holds many records or operations. */
export const largeBodyLimits: BodyLimits = {
  ...bodyLimits,
  bytes: 4 * MIB,
  items: 2000,
  levels: 24,
  values: 200_000,
};

/** Of a route that needs others than {@link bodyLimits}. */
export const LimitBody = Reflector.createDecorator<BodyLimits>();

export const bodyLimitsOf = (handler: object): BodyLimits => metadataOf(LimitBody, handler) ?? bodyLimits;

/** Any body may inflate to this size, which is read at once. */
export const FREE_INFLATION = 128 * KIB;

export const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`;
