// Builds the pages of src/web into dist/web, unless what they are made of is the same. With --types only the types of the API.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesIn, upToDate } from './up-to-date.mjs';

const source = 'src/web';
/** What they make up is what the command line makes up. */
const demo = 'src/seed';
const description = 'test/contract/openapi.json';
const types = join(source, 'generated/api.ts');
const output = 'dist/web';
const digest = 'inputs.sha256';
/** What main.ts imports once it has asked the server: the page names it, so that it is fetched meanwhile. */
const pages = 'shell/pages.tsx';
// Of what everybody loads each file costs a request.
const groups = [
  { name: 'main', test: /src.web.(index.html|main.ts|connection.)|preload/, priority: 1 },
  { name: 'pages', tags: ['$initial'] },
];
const versions = ['package-lock.json', 'tools/build-web.mjs'];

await upToDate(join(dirname(types), digest), [description, ...versions], writeTypes);
if (!process.argv.includes('--types')) {
  const sources = [source, demo].flatMap((folder) =>
    filesIn(folder, (path) => !path.startsWith(dirname(types))),
  );
  await upToDate(join(output, digest), [...sources, description, ...versions], buildPages);
}

async function writeTypes() {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const ast = await openapiTS(JSON.parse(readFileSync(description, 'utf8')), { enumValues: true });
  mkdirSync(dirname(types), { recursive: true });
  writeFileSync(types, astToString(ast));
}

/** Another process may be starting from dist/web: it gets the whole of one version. */
async function buildPages() {
  const { build } = await import('vite');
  const folder = `${output}-${process.pid}`;
  await build({
    root: source,
    base: './',
    configFile: false,
    logLevel: 'warn',
    html: { cspNonce: '__NONCE__' },
    build: {
      outDir: join(process.cwd(), folder),
      emptyOutDir: true,
      sourcemap: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        input: ['index.html', pages].map((file) => join(source, file)),
        output: { codeSplitting: { groups } },
        onLog,
      },
    },
    plugins: [{ name: 'preload-pages', transformIndexHtml: { order: 'post', handler: preloadPages } }],
  });
  for (const name of readdirSync(join(folder, 'assets'))) compress(join(folder, 'assets', name));
  move(output, `${folder}-old`);
  move(folder, output);
  for (const left of [folder, `${folder}-old`]) rmSync(left, { recursive: true, force: true });
}

/** Another build may be doing the same with the same files at this moment. */
function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

function preloadPages(_html, { bundle }) {
  const { fileName } = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(pages));
  const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` };
  return [{ tag: 'link', attrs, injectTo: 'head' }];
}

// "use client" means nothing here, where all of it is.
function onLog(level, log, handle) {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}

function compress(file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
