import { isRouteHandler } from '../nest-internals/nest-internals.js';
import { isPublic } from '../routes/public.js';

export interface KnownPath {
  readonly path: string;
  readonly methods: Set<string>;
  isOpen: boolean;
}

export class KnownRoutes {
  private readonly known = new Map<string, KnownPath>();

  add(method: string, path: string, handler: object): void {
    const known = this.known.get(path) ?? { path, methods: new Set(), isOpen: false };
    known.methods.add(method);
    // Only routes of controllers have this metadata and need a token.
    known.isOpen ||= !isRouteHandler(handler) || isPublic(handler);
    this.known.set(path, known);
  }

  forget(path: string): void {
    this.known.delete(path);
  }

  get paths(): readonly KnownPath[] {
    return [...this.known.values()];
  }

  /** Whether a route with the same first segment needs a token, as any below `/v1`. */
  isProtected(path: string): boolean {
    const root = rootOf(path);
    const near = this.paths.filter((known) => rootOf(known.path) === root);
    return near.some(({ isOpen }) => !isOpen);
  }
}

const rootOf = (path: string): string => path.split('/', 2).join('/').toLowerCase();
