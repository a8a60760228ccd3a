import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commaSeparated, SettingsError } from '../platform/config/index.js';
import { definedBy, packageFile } from '../platform/contexts/context.js';
import { installContexts, installedContexts, type Context } from '../platform/contexts/index.js';

const PROGRAM = 'planning-delivery-api';
// With two copies of these packages, `instanceof` and injection tokens would not match.
const SHARED = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/swagger',
  '@nestjs/typeorm',
  'typeorm',
  'class-validator',
  'class-transformer',
];

/** @param named comma-separated packages or relative paths @throws SettingsError for an unusable one */
export async function installExtensions(given: readonly Context[], named: string | undefined): Promise<void> {
  for (const context of given) mustShare(context);
  const contexts = [...given];
  for (const name of commaSeparated(named)) contexts.push(await contextOf(name));
  const missing = contexts.filter((context) => !installedContexts().includes(context));
  try {
    installContexts(missing);
  } catch (error) {
    throw new SettingsError(`An extension cannot be used: ${(error as Error).message}`);
  }
}

async function contextOf(name: string): Promise<Context> {
  const file = fileOf(name);
  for (const shared of [PROGRAM, ...SHARED]) mustBeShared(name, file, shared);
  const exported: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new SettingsError(`The extension ${name} cannot be loaded from ${file}: ${String(error)}`);
  });
  const { context } = exported as { context?: Context };
  if (context?.module === undefined || typeof context.name !== 'string') {
    throw new SettingsError(
      `The extension ${name} (${file}) has no context: export what defineContext returns as "context".`,
    );
  }
  return context;
}

function fileOf(name: string): string {
  const file = resolvedFrom(join(process.cwd(), 'package.json'), name);
  if (file !== undefined) return file;
  throw new SettingsError(
    `The extension ${name} is not found from ${process.cwd()}: install it there and build it, or correct EXTENSIONS.`,
  );
}

// Of a context that is given, its file is not known; but its migrations lie in its package.
function mustShare(context: Context): void {
  const theirs = definedBy(context);
  if (theirs !== undefined && theirs !== packageFile) refuseCopy(context.name, PROGRAM, theirs, packageFile);
  if (context.migrations === undefined) return;
  const folder = fileURLToPath(context.migrations);
  for (const shared of SHARED) mustBeShared(context.name, join(folder, 'any.js'), shared);
}

function mustBeShared(name: string, file: string, shared: string): void {
  const theirs = resolvedFrom(file, shared);
  const ours = shared === PROGRAM ? packageFile : resolvedFrom(packageFile, shared);
  if (theirs !== undefined && ours !== undefined && theirs !== ours) refuseCopy(name, shared, theirs, ours);
}

function refuseCopy(name: string, shared: string, theirs: string, ours: string): never {
  throw new SettingsError(
    `The extension ${name} has a copy of ${shared} of its own: ${theirs} beside ${ours}. Make it a peer dependency of the extension, and install both in one place.`,
  );
}

function resolvedFrom(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}
