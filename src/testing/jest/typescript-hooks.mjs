import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const {
  $schema: _schema,
  exclude: _exclude,
  ...compiler
} = JSON.parse(readFileSync(new URL('../../../.swcrc', import.meta.url), 'utf8'));

const testGlobals = new URL('./globals.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') {
    return { url: `${testGlobals}?of=${encodeURIComponent(context.parentURL)}`, shortCircuit: true };
  }
  return next(sourceOf(specifier, context.parentURL) ?? specifier, context);
}

/** Sources name each other as they are called once compiled. Asked first: a file that is not found is a costly error. */
function sourceOf(specifier, parent = '') {
  if (parent.includes('/node_modules/') || !/^(\.{1,2}\/|file:).*\.js$/.test(specifier)) return undefined;
  const source = specifier.replace(/\.js$/, '.ts');
  return existsSync(new URL(source, parent)) ? source : undefined;
}

export function load(url, context, next) {
  if (!url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'utf8');
  const { code } = transformSync(source, { ...compiler, filename, swcrc: false, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
