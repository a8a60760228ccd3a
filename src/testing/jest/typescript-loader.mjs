import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

// Node imports the sources as they are, for the tests and for the set-up of a run.
const {
  $schema: _schema,
  exclude: _exclude,
  ...compiler
} = JSON.parse(await readFile(new URL('../../../.swcrc', import.meta.url), 'utf8'));

const testGlobals = new URL('./globals.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
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

export async function load(url, context, next) {
  if (!url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const { code } = await transform(source, { ...compiler, filename, swcrc: false, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
