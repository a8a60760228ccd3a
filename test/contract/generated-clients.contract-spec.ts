import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

const run = promisify(execFile);

/** How the client of each example is generated, as its README says. */
const generators: Readonly<Record<string, readonly string[]>> = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-fetch/paths.d.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api', '--no-log-file'],
};

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
};

// Both clients are compiled with the same types of Node and the browser.
const host = ts.createCompilerHost(options);
const read = new Map<string, ts.SourceFile | undefined>();
const readSource = host.getSourceFile;
host.getSourceFile = (name, ...more) => {
  if (!read.has(name)) read.set(name, readSource(name, ...more));
  return read.get(name);
};

describe('a client that is generated from the description', () => {
  let application: TestApplication;
  let directory: string;

  beforeAll(async () => {
    application = await createTestApplication({
      delivers: true,
      settings: { WEBHOOK_RELAY_INTERVAL_MS: '100' },
    });
    directory = await mkdtemp(join(tmpdir(), 'planning-clients-'));
    await symlink(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'));
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    // The generators look there for how modules are named.
    await writeFile(join(directory, 'tsconfig.json'), '{ "compilerOptions": { "module": "nodenext" } }');
    const description = await (await fetch(`${application.url}/openapi.json`)).text();
    await writeFile(join(directory, 'openapi.json'), description);
  });
  afterAll(async () => {
    await application.close();
    await rm(directory, { recursive: true, force: true });
  });

  const compile = (file: string): string[] => {
    const program = ts.createProgram([join(directory, file)], options, host);
    const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
    return faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };

  it.each(Object.keys(generators))(
    'by %s uses batches, references and the feed without a cast',
    async (name) => {
      const [generator = '', ...words] = generators[name] ?? [];
      await run(process.execPath, [join(process.cwd(), 'node_modules', generator), ...words], {
        cwd: directory,
      });
      const example = `examples/clients/${name}.mts`;
      expect(await readFile(example, 'utf8')).not.toMatch(/\bas (?!api\b)|\bany\b|@ts-|[\w)\]]!|<\w+>\(/);
      await copyFile(example, join(directory, `${name}.mts`));
      expect(compile(`${name}.mts`)).toEqual([]);

      const { token } = await application.organization(name);
      const env = { API: application.url, TOKEN: token };
      const { stdout } = await run(process.execPath, [join(directory, `${name}.mjs`)], { env });
      expect(stdout.trim().split('\n')).toEqual([
        'batch 201 201 201',
        'project New website Design',
        'changed Newest website',
        'refused 412 precondition.failed',
        'list 1 time_and_materials null',
        'feed client.created  Northwind',
        'feed project.created  Newest website',
        'feed projectoffering.created  Design',
        'feed project.modified name Newest website',
      ]);
    },
  );
});
