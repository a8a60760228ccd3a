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

const isOfMiddleware = ({ methods }: Route): boolean => Object.keys(methods).length > MOST_METHODS;

function routesAt(app: Application, path: string): Route[] {
  const layers = (app.router as unknown as { stack: Layer[] }).stack;
  return layers.flatMap((layer) =>
    layer.route && !isOfMiddleware(layer.route) && layer.match(path) ? [layer.route] : [],
  );
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
  if (reached && !isOfMiddleware(reached)) return reached.path;
  try {
    return routesAt(request.app, path)[0]?.path;
  } catch {
    // The path is no UTF-8.
    return undefined;
  }
}
