import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes something anew, unless what it is made of is the same as last time. @param file keeps the digest of that */
export async function upToDate(file, inputs, make) {
  const hash = createHash('sha256');
  for (const input of inputs.sort()) hash.update(input).update('\0').update(readFileSync(input));
  const wanted = hash.digest('hex');
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  await make();
  writeFileSync(file, wanted);
}

/** @param isInput by the path from here */
export function filesIn(folder, isInput = () => true) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\.spec\.ts$/.test(path) && isInput(path));
}
