import type { Application } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

// A layer for every method there is belongs to a middleware, such as the logger's.
const MOST_METHODS = 5;

/** The methods that some route answers at this path. */
export function methodsOf(app: Application, path: string): string[] {
  const layers = (app.router as unknown as { stack: Layer[] }).stack;
  const methods = layers
    .filter((layer) => layer.route && layer.match(path))
    .map((layer) => Object.keys(layer.route?.methods ?? {}))
    .filter((names) => names.length <= MOST_METHODS)
    .flat()
    .map((method) => method.toUpperCase());
  return [...new Set(methods)].sort();
}
