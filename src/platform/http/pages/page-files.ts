import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `npm run build:web` writes: the root is above both `src` and `dist`. */
const BUILT = fileURLToPath(new URL('../../../../dist/web', import.meta.url));

export const encodings = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof encodings;

export interface Asset {
  readonly plain: Buffer;
  readonly encoded: Partial<Record<Encoding, Buffer>>;
}

export interface PageFiles {
  /** The page that all addresses have, with places for what differs between installations and requests. */
  readonly index: string;
  /** By their name below `/app`, such as `assets/main-B4cT1x.js`. */
  readonly assets: ReadonlyMap<string, Asset>;
}

let known: PageFiles | null = null;

/** Read once: a build that replaces them takes nothing from a program that runs. @returns null where nothing is built */
export const builtPages = (): PageFiles | null => (known ??= readPageFiles(BUILT));

export function readPageFiles(folder: string): PageFiles | null {
  if (!existsSync(`${folder}/index.html`)) return null;
  const names = readdirSync(`${folder}/assets`).filter((name) => !/\.(br|gz)$/.test(name));
  const assets = names.map((name) => [`assets/${name}`, readAsset(`${folder}/assets/${name}`)] as const);
  return { index: readFileSync(`${folder}/index.html`, 'utf8'), assets: new Map(assets) };
}

function readAsset(path: string): Asset {
  const encoded = Object.entries(encodings).flatMap(([encoding, ending]) =>
    existsSync(path + ending) ? [[encoding, readFileSync(path + ending)]] : [],
  );
  return { plain: readFileSync(path), encoded: Object.fromEntries(encoded) as Asset['encoded'] };
}
