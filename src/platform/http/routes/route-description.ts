import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { DeclaredRefusal } from '../../errors/index.js';

/** What the ids of a path are of: the refusal of an id that the organization does not have, by parameter. */
export type PathIds = Readonly<Record<string, DeclaredRefusal>>;

/** Bodies that can be sent as they are, by name. */
export type BodyExamples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;

/** What the API description says of a route beside its shapes. */
export interface RouteDescription {
  /** How its rules can refuse. */
  readonly refuses?: readonly DeclaredRefusal[];
  /** Instead of a body of the examples of all members. */
  readonly examples?: BodyExamples;
}

const ROUTE = 'described-route';
const IDS = 'path-ids';

export const Described = (route: RouteDescription): CustomDecorator => SetMetadata(ROUTE, route);

export const Identified = (ids: PathIds): CustomDecorator => SetMetadata(IDS, ids);

export const descriptionOf = (handler: object): RouteDescription =>
  (Reflect.getMetadata(ROUTE, handler) as RouteDescription | undefined) ?? {};

export const pathIdsOf = (controller: object): PathIds =>
  (Reflect.getMetadata(IDS, controller) as PathIds | undefined) ?? {};
