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
  try {
    return await next(specifier, context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/^(\.{1,2}\/|file:).*\.js$/.test(specifier)) throw error;
    return next(specifier.replace(/\.js$/, '.ts'), context);
  }
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const { code } = await transform(source, { ...compiler, filename, swcrc: false, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
