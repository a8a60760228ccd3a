import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { DeclaredRefusal } from '../../errors/index.js';
import type { ResourceDefinition } from '../../resources/index.js';

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

const ROUTE = 'described-route';
const IDS = 'path-ids';

export const Described = (route: RouteDescription): CustomDecorator => SetMetadata(ROUTE, route);

export const Identified = (ids: PathIds): CustomDecorator => SetMetadata(IDS, ids);

export const descriptionOf = (handler: object): RouteDescription =>
  (Reflect.getMetadata(ROUTE, handler) as RouteDescription | undefined) ?? {};

export const pathIdsOf = (controller: object): PathIds =>
  (Reflect.getMetadata(IDS, controller) as PathIds | undefined) ?? {};

export const refusalOfId = (of: PathIds[string]): DeclaredRefusal => ('notFound' in of ? of.notFound : of);

export const isResource = (controller: object): boolean => Reflect.hasMetadata(IDS, controller);
