import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fileMustBeFree, writeOutput } from './backup-output.js';

const { signal } = new AbortController();
const taken = 'is there already: name another file, or pass --force to replace it.';

describe('the file of a backup', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'planning-output-'));
    file = join(directory, 'nightly.backup');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  async function* document(
    content = 'content',
    during: () => void = () => undefined,
  ): AsyncGenerator<Buffer> {
    yield Buffer.from(content);
    // Of a size that no buffer on the way holds back.
    for (let index = 0; index < 40; index += 1) yield Buffer.alloc(100_000, index);
    during();
    yield Buffer.from('end');
  }
  const contentOf = (path: string): string => gunzipSync(readFileSync(path)).toString();

  it('is compressed, whole, and readable by its owner only', async () => {
    await writeOutput(document(), file, false, signal);
    expect(contentOf(file)).toMatch(/^content.*end$/s);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['nightly.backup']);
  });

  it('does not have its name before it is whole', async () => {
    const seen: string[] = [];
    const look = () => void seen.push(...readdirSync(directory));
    await writeOutput(document('content', look), file, false, signal);
    expect(seen).toEqual([expect.stringMatching(/^nightly\.backup\.[0-9a-f]{8}\.part$/)]);
  });

  it('is not there when the reading fails or is stopped', async () => {
    const fails = () => {
      throw new Error('lost');
    };
    await expect(writeOutput(document('content', fails), file, false, signal)).rejects.toThrow('lost');
    const stop = new AbortController();
    const stops = () => stop.abort();
    await expect(writeOutput(document('content', stops), file, false, stop.signal)).rejects.toThrow(/abort/i);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('never takes the place of a device, a link or a folder, though it may replace files', () => {
    const [folder, link] = [join(directory, 'folder'), join(directory, 'link')];
    mkdirSync(folder);
    symlinkSync(file, link);
    for (const other of ['/dev/null', folder, link]) {
      expect(() => fileMustBeFree(other, true)).toThrow(`${other} is not a regular file`);
    }
    expect(() => fileMustBeFree('', true)).toThrow('The backup has no name');
    writeFileSync(file, 'old');
    expect(() => fileMustBeFree(file, true)).not.toThrow();
  });

  it('never takes the place of another one that came meanwhile, unless that was asked for', async () => {
    const comes = () => writeFileSync(file, 'another');
    await expect(writeOutput(document('mine', comes), file, false, signal)).rejects.toThrow(
      `${file} ${taken}`,
    );
    expect(readFileSync(file, 'utf8')).toBe('another');
    await writeOutput(document('mine'), file, true, signal);
    expect(contentOf(file)).toMatch(/^mine/);
    expect(readdirSync(directory)).toEqual(['nightly.backup']);
  });

  it('is one of two that are written at the same moment, and the other one is refused', async () => {
    const ended = await Promise.allSettled(
      ['one', 'two'].map((content) => writeOutput(document(content), file, false, signal)),
    );
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(contentOf(file)).toMatch(ended[0]?.status === 'fulfilled' ? /^one.*end$/s : /^two.*end$/s);
    expect(readdirSync(directory)).toEqual(['nightly.backup']);
  });
});
