// Removes from dist what no source stands for any more: the program would run the migrations of another version.
// File by file, because another process may be starting from dist at this moment.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const output = 'dist';

const files = statSync(output, { throwIfNoEntry: false })
  ? readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  : [];

for (const { parentPath, name } of files) {
  const path = join(parentPath, name);
  const [, stem, end] = /^(.*?)(\.js(?:\.map)?|\.d\.ts|\.mjs)$/.exec(relative(output, path)) ?? [];
  // The pages have a build of their own, which may run at this moment.
  if (stem === undefined || /^web(-\d+(-old)?)?[/\\]/.test(stem)) continue;
  if (!existsSync(sourceOf(stem, end === '.mjs' ? '.mjs' : '.ts'))) rmSync(path, { force: true });
}

function sourceOf(stem, extension) {
  const source = `${stem}${extension}`;
  return stem.startsWith(`migrations${sep}`) ? source : join('src', source);
}
