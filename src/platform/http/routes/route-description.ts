import { Reflector } from '@nestjs/core';
import type { DeclaredRefusal } from '../../errors/index.js';
import type { ResourceDefinition } from '../../resources/index.js';
import { metadataOf } from '../route-metadata.js';

/** What the id is of, by parameter; of what is no declared resource the refusal of an unknown id. */
export type PathIds = Readonly<Record<string, IdentifiedResource | DeclaredRefusal>>;

type IdentifiedResource = ResourceDefinition & { readonly notFound: DeclaredRefusal };

export type BodyExamples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;

export interface RouteDescription {
  readonly refuses?: readonly DeclaredRefusal[];
  /** Markdown, read when all contexts are declared. */
  readonly appendix?: () => string;
  /** Instead of the examples of all members. */
  readonly examples?: BodyExamples | (() => BodyExamples);
}

export const Described = Reflector.createDecorator<RouteDescription>();

export const Identified = Reflector.createDecorator<PathIds>();

export const descriptionOf = (handler: object): RouteDescription => metadataOf(Described, handler) ?? {};

export const pathIdsOf = (controller: object): PathIds => metadataOf(Identified, controller) ?? {};

export const refusalOfId = (of: PathIds[string]): DeclaredRefusal => ('notFound' in of ? of.notFound : of);

export const isResource = (controller: object): boolean => metadataOf(Identified, controller) !== undefined;
