import type { Application, Request } from 'express';

interface Route {
  /** The template, such as `/v1/clients/:id`. */
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

interface Layer {
  readonly route?: Route;
  match(path: string): unknown;
}

// A layer for every method there is belongs to a middleware, such as the logger's.
const MOST_METHODS = 5;

// Nest has a route for it that says that there is nothing.
const WITHHELD = '/docs/LICENSE';

const isOfSomething = ({ path, methods }: Route): boolean =>
  path !== WITHHELD && Object.keys(methods).length <= MOST_METHODS;

function routesAt(app: Application, path: string): Route[] {
  const layers = (app.router as unknown as { stack: Layer[] }).stack;
  return layers.flatMap((layer) =>
    layer.route && isOfSomething(layer.route) && layer.match(path) ? [layer.route] : [],
  );
}

/** The templates of all routes. */
export function routePaths(app: Application): string[] {
  const layers = (app.router as unknown as { stack: Layer[] }).stack;
  return layers.flatMap(({ route }) => (route && typeof route.path === 'string' ? [route.path] : []));
}

/** The methods that some route answers at this path. */
export function methodsOf(app: Application, path: string): string[] {
  const methods = routesAt(app, path)
    .flatMap((route) => Object.keys(route.methods))
    .map((method) => method.toUpperCase());
  return [...new Set(methods)].sort();
}

/** The template that a request belongs to, also one that was refused before it got there; undefined: there is none. */
export function templateOf(request: Request, path: string): string | undefined {
  const reached = request.route as Route | undefined;
  if (reached && isOfSomething(reached)) return reached.path;
  try {
    return routesAt(request.app, path)[0]?.path;
  } catch {
    // The path is no UTF-8.
    return undefined;
  }
}
