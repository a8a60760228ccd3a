import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Who may import whom: a context may use those that stand before it in the list of contexts.
const list = readFileSync(new URL('../../../src/contexts.ts', import.meta.url), 'utf8');
const folderOf = Object.fromEntries(
  [...list.matchAll(/^import \{ (\w+).* \} from '\.\/contexts\/([\w-]+)\/index\.js';$/gm)].map(
    ([, name, folder]) => [name, folder],
  ),
);
const [, listed] = /installContexts\(\[([^\]]*)\]\)/.exec(list);
const order = listed.split(',').flatMap((name) => folderOf[name.trim()] ?? []);

// A folder without a module is none of ours, such as one that another branch has left empty.
const contexts = join(process.cwd(), 'src/contexts');
const folders = readdirSync(contexts, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .filter((name) =>
    readdirSync(join(contexts, name), { recursive: true }).some((file) => file.endsWith('.ts')),
  );

const unlisted = folders.filter((context) => !order.includes(context));
if (unlisted.length > 0) {
  throw new Error(`src/contexts/${unlisted.join(', ')}: a new context needs a place in src/contexts.ts`);
}

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const inPackage = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)`;

const upward = folders.map((context) => {
  const allowed = order.slice(0, order.indexOf(context));
  return error(
    'no-upward-import',
    `${context} may import ${allowed.join(', ') || 'no other context'}`,
    { path: `^src/contexts/${context}/` },
    { path: '^src/contexts/', pathNot: `^src/contexts/(${[context, ...allowed].join('|')})/` },
  );
});

export default {
  forbidden: [
    ...upward,
    error(
      'only-through-index',
      'of another context its index.ts may be imported, and what the domain needs of it: its domain.ts',
      { path: '^src/contexts/([^/]+)/' },
      { path: '^src/contexts/', pathNot: ['^src/contexts/$1/', '^src/contexts/[^/]+/(index|domain)\\.ts$'] },
    ),
    error(
      'platform-knows-no-context',
      'the technical base imports only itself and packages',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    error(
      'contexts-stand-on-platform-only',
      'a context imports contexts, the platform and packages',
      { path: '^src/contexts/' },
      { path: '^src/', pathNot: '^src/(contexts|platform)/' },
    ),
    error(
      'import-is-a-client',
      'the import talks to the API over HTTP, as any other client does',
      { path: '^src/import/' },
      { path: '^src/(platform|contexts)/' },
    ),
    error(
      'seed-is-a-client',
      'the demo organization is made over HTTP, with the client of the import',
      { path: '^src/seed/' },
      { path: '^src/', pathNot: '^src/(seed|import)/' },
    ),
    error(
      'seed-content-is-pure',
      'the content of the demo organization depends on its options only',
      { path: '^src/seed/world/', pathNot: '\\.spec\\.ts$' },
      { pathNot: '^src/seed/world/' },
    ),
    error(
      'seed-push-is-pure',
      'the demo organization is sent by the command line and by the pages, which send in ways of their own',
      { path: '^src/seed/push/', pathNot: '\\.spec\\.ts$' },
      { pathNot: '^src/seed/(push|world)/' },
    ),
    error(
      'backups-copy-tables',
      "of the contexts they know nothing but the key of the webhooks' secrets, and what webhooks wait",
      { path: '^src/backup/' },
      { path: '^src/contexts/', pathNot: '^src/contexts/integrations/index\\.ts$' },
    ),
    error(
      'domain-without-framework',
      'rules, entities, events and states know neither the framework nor HTTP',
      { path: '^src/.*(\\.(rules|entity|events)|-status)\\.ts$' },
      { path: [inPackage('@nestjs', 'express'), '^src/platform/http/'] },
    ),
    error(
      'domain-without-messages',
      'rules, entities, events, states and figures are plain: messages are made of them, never the other way',
      {
        path: '^src/contexts/.*((\\.(rules|entity|events)|-(state|status)|/domain)\\.ts$|/(billing|figures|metrics-basis)/)',
        pathNot: '\\.repository\\.ts$',
      },
      { path: '\\.dto\\.ts$', reachable: true },
    ),
    error(
      'express-in-platform-http-only',
      'the HTTP server stays replaceable',
      { path: '^src/', pathNot: '^src/platform/http/' },
      { path: inPackage('express') },
    ),
    error(
      'web-is-a-client',
      'the pages are a client of the API: of the server they know the types that its description is turned into, and the demo organization',
      { path: '^src/web/' },
      { path: '^(src|migrations)/', pathNot: '^src/(web|seed/(push|world))/' },
    ),
    error(
      'web-asks-first',
      'the server is asked who is signed in before the rest of the pages, and any package, is loaded',
      { path: '^src/web/connection/' },
      { pathNot: '^src/web/connection/' },
    ),
    error(
      'nobody-imports-the-web',
      'the program serves the pages as they are built',
      { path: '^src/', pathNot: '^src/web/' },
      { path: '^src/web/' },
    ),
    error('no-circle', 'a circle cannot be understood one file at a time', {}, { circular: true }),
    error(
      'no-tests-in-the-program',
      'the program does not import its tests',
      { path: '^src/' },
      { path: '^test/' },
    ),
    error(
      'resolvable',
      'an import that leads nowhere escapes every other rule',
      {},
      { couldNotResolve: true, path: '^(\\.|src/)', pathNot: '/generated/' },
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
