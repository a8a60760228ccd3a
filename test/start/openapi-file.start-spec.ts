import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('The file of the API description', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('is the one that the repository holds: npm run openapi writes it anew', async () => {
    const file = join(folder, 'openapi.json');
    await run(process.execPath, ['dist/openapi.js', file]);
    const written = JSON.parse(await readFile(file, 'utf8')) as { paths: Record<string, object> };
    const held = JSON.parse(await readFile('test/contract/openapi.json', 'utf8')) as typeof written;
    expect(Object.keys(written.paths)).toEqual(Object.keys(held.paths));
    expect(written).toEqual(held);
  });
});
