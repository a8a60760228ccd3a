import { describe, expect, it } from '@jest/globals';
import type { Request, RequestHandler, Response } from 'express';
import { RouteTree } from './route-tree.js';

const tree = new RouteTree();
let reached: string;

const route = (method: string, path: string): void => {
  const handler: RequestHandler = ({ params }) => {
    reached = `${method} ${path} ${JSON.stringify(params)}`;
  };
  tree.add(method, path, handler);
};
route('GET', '/v1/projects');
route('GET', '/v1/projects/:id');
route('PATCH', '/v1/projects/:id');
route('POST', '/v1/projects/:target_id/merge/:source_id');

function answerOf(method: string, url: string): string {
  reached = 'Express';
  void tree.dispatch({ method, url } as Request, {} as Response, () => undefined);
  return reached;
}

describe('the tree of routes', () => {
  it.each([
    ['GET', '/v1/projects', 'GET /v1/projects {}'],
    ['GET', '/v1/projects?page=2&terms=%20', 'GET /v1/projects {}'],
    ['GET', '/V1/Projects/A-1', 'GET /v1/projects/:id {"id":"A-1"}'],
    ['PATCH', '/v1/projects/a', 'PATCH /v1/projects/:id {"id":"a"}'],
    [
      'POST',
      '/v1/projects/a/merge/b',
      'POST /v1/projects/:target_id/merge/:source_id {"target_id":"a","source_id":"b"}',
    ],
  ])('finds %s %s', (method, url, expected) => {
    expect(answerOf(method, url)).toBe(expected);
  });

  it.each([
    ['HEAD', '/v1/projects'],
    ['DELETE', '/v1/projects/a'],
    ['GET', '/v1/projects/'],
    ['GET', '/v1//projects'],
    ['GET', '/v1/%70rojects'],
    ['GET', '/v1/projects/%FF'],
    ['GET', '/v1/projects/a/merge'],
    ['GET', '/v1/projects/a/merge/b/c'],
    ['GET', '/v1/nothing'],
    ['OPTIONS', '*'],
  ])('leaves %s %s to Express', (method, url) => {
    expect(answerOf(method, url)).toBe('Express');
  });
});
