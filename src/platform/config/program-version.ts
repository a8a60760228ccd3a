import { readFileSync } from 'node:fs';

// package.json is above both `src` and `dist`.
export const programVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
