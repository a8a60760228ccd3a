import type { RequestHandler } from 'express';

interface Route {
  /** The template, such as `/v1/clients/:id`. */
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

interface Branch {
  readonly names: Map<string, Branch>;
  parameter?: Branch;
  readonly ends: Map<string, { route: Route; parameters: string[]; handler: RequestHandler }>;
}

const newBranch = (): Branch => ({ names: new Map(), ends: new Map() });

// Without percent-encoding and empty segments, so that a segment is what the client means.
const plainPath = /^(?:\/[\w.~:-]+)+(?=\?|$)/;

/**
 * The routes by the segments of their paths, so that a request meets its own at once; Express tries one after the
 * other, which costs a request to the hundredth route as much as all the rest of Express. Only plain requests are
 * answered from here: whatever is not found goes on to Express, which has all routes too.
 */
export class RouteTree {
  private readonly root = newBranch();

  add(method: string, path: string, handler: RequestHandler): void {
    const parameters: string[] = [];
    let branch = this.root;
    for (const segment of path.split('/').slice(1)) {
      if (segment.startsWith(':')) {
        parameters.push(segment.slice(1));
        branch = branch.parameter ??= newBranch();
      } else {
        const name = segment.toLowerCase();
        const next = branch.names.get(name) ?? newBranch();
        branch.names.set(name, next);
        branch = next;
      }
    }
    const route = { path, methods: { [method.toLowerCase()]: true } };
    if (!branch.ends.has(method)) branch.ends.set(method, { route, parameters, handler });
  }

  readonly dispatch: RequestHandler = (request, response, next) => {
    const path = plainPath.exec(request.url)?.[0];
    const values: string[] = [];
    const end = path && this.find(path.slice(1).split('/'), values)?.ends.get(request.method);
    if (!end) {
      next();
      return;
    }
    request.route = end.route;
    request.params = Object.fromEntries(end.parameters.map((name, place) => [name, values[place] ?? '']));
    return end.handler(request, response, next);
  };

  private find(segments: readonly string[], values: string[]): Branch | undefined {
    let branch: Branch | undefined = this.root;
    for (const segment of segments) {
      const named: Branch | undefined = branch.names.get(segment.toLowerCase());
      if (!named) values.push(segment);
      branch = named ?? branch.parameter;
      if (!branch) return undefined;
    }
    return branch;
  }
}
