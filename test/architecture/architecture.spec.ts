import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkDependencies } from './dependencies/dependency-check.js';
import { foldersInCircles } from './dependencies/folder-circles.js';
import { repositoryFiles } from './repository-files.js';

describe('the arrows between the folders', () => {
  it('hold in this project', async () => {
    const { violations, edges } = await checkDependencies(process.cwd());
    const ours = new Set(repositoryFiles().map(({ path }) => path));
    const isOurs = (violation: string) => ours.has(violation.split(' ')[1] ?? '');

    expect(violations.filter(isOurs)).toEqual([]);
    expect(foldersInCircles(edges).filter((folder) => folder.startsWith('src/'))).toEqual([]);
    // Proof that TypeScript and its ".js" specifiers were really followed.
    expect(edges).toContain('src/platform/errors/index.ts -> src/platform/errors/business-error.ts');
  });

  it('allow what the design allows', async () => {
    const { violations, edges } = await checkTree({
      'src/app.module.ts': `import './contexts/people/people.module.js';`,
      'src/platform/http/answer.ts': `import type { Response } from 'express'; export type Answer = Response;`,
      'src/platform/values/money.ts': `export const zero = 0;`,
      'src/contexts/people/index.ts': `export { person } from './people/person.rules.js';`,
      'src/contexts/people/people.module.ts': `import '@nestjs/common';`,
      'src/contexts/people/people/person.rules.ts': `import { zero } from '../../../platform/values/money.js'; export const person = zero;`,
      'src/contexts/sales/index.ts': `import type { person } from '../people/index.js'; export type Client = typeof person;`,
      'src/contexts/time-tracking/index.ts': `import { person } from '../people/index.js'; export const time = person;`,
      'src/import/client.ts': `import 'node:fs'; export const client = 1;`,
      'src/seed/run.ts': `import './push/people.js'; import '../import/client.js';`,
      'src/seed/push/people.ts': `import '../world/people.js';`,
      'src/seed/world/people.ts': `export const people = 1;`,
      'src/web/main.ts': `import './connection/session.js'; import './page.js'; import type { paths } from './generated/api.js'; export type P = paths;`,
      'src/web/connection/session.ts': `import './place.js';`,
      'src/web/connection/place.ts': `export const place = 1;`,
      'src/web/page.tsx': `import 'react'; import '../seed/push/people.js'; export const page = 1;`,
    });

    expect(violations).toEqual([]);
    expect(edges).toContain('src/contexts/sales/index.ts -> src/contexts/people/index.ts');
  });

  it('are reported when an import runs upward, sideways, past index.ts or in a circle', async () => {
    const { violations } = await checkTree({
      'src/contexts/people/index.ts': `import type { project } from '../delivery/index.js'; export type Person = typeof project;`,
      'src/contexts/delivery/index.ts': `export { project } from './project.js';`,
      'src/contexts/delivery/project.ts': `export const project = 1;`,
      'src/contexts/rates/index.ts': `import '../sales/index.js';`,
      'src/contexts/sales/index.ts': `export {};`,
      'src/contexts/integrations/index.ts': `import '../delivery/project.js';`,
      'src/contexts/organization/token.ts': `import './user.js';`,
      'src/contexts/organization/user.ts': `import './token.js';`,
    });

    expect(violations).toEqual([
      'no-circle: src/contexts/organization/token.ts -> src/contexts/organization/user.ts',
      'no-upward-import: src/contexts/people/index.ts -> src/contexts/delivery/index.ts',
      'no-upward-import: src/contexts/rates/index.ts -> src/contexts/sales/index.ts',
      'only-through-index: src/contexts/integrations/index.ts -> src/contexts/delivery/project.ts',
    ]);
  });

  it('are reported when folders beside each other are in a circle, though no files are', async () => {
    const { violations, edges } = await checkTree({
      'src/contexts/people/index.ts': `import './roles/role.js'; import './people/person.js';`,
      'src/contexts/people/roles/role.ts': `import '../people/name.js';`,
      'src/contexts/people/people/person.ts': `import '../roles/role.js'; import './name/first.js';`,
      'src/contexts/people/people/name.ts': `export const name = 1;`,
      'src/contexts/people/people/name/first.ts': `import '../name.js';`,
    });

    expect(violations).toEqual([]);
    expect(foldersInCircles(edges)).toEqual(['src/contexts/people/people', 'src/contexts/people/roles']);
  });

  it('are reported when the base, the domain, the import or the demo content reaches for what it must not know', async () => {
    const { violations } = await checkTree({
      'src/cli.ts': `export const cli = 1;`,
      'src/platform/http/answer.ts': `export const answer = 1;`,
      'src/platform/values/money.ts': `import '../../contexts/people/index.js';`,
      'src/contexts/people/index.ts': `import '../../cli.js'; import type { Request } from 'express'; export type R = Request;`,
      'src/contexts/people/person.rules.ts': `import '@nestjs/common'; import '../../platform/http/answer.js';`,
      'src/contexts/people/person-status.ts': `import '@nestjs/swagger'; import './nowhere.js';`,
      'src/contexts/people/person-state.ts': `import type { Name } from './name.js'; export type State = Name;`,
      'src/contexts/people/name.ts': `import { name } from './person.dto.js'; export type Name = typeof name;`,
      'src/contexts/people/person.dto.ts': `export const name = 1;`,
      'src/import/client.ts': `import '../platform/http/answer.js';`,
      'src/seed/run.ts': `import '../platform/http/answer.js';`,
      'src/seed/push/people.ts': `import '../../import/client.js';`,
      'src/seed/world/people.ts': `import 'node:fs'; import '../push/people.js';`,
      'src/web/page.tsx': `import type { answer } from '../platform/http/answer.js'; export type A = typeof answer;`,
      'src/web/connection/session.ts': `import '../words.js';`,
      'src/start/greeting.ts': `import '../web/words.js';`,
      'src/web/words.ts': `export const words = 1;`,
    });

    expect(violations.map((violation) => violation.replace(/(-> ).*node_modules\//, '$1'))).toEqual([
      expect.stringMatching(/^contexts-stand-on-platform-only: .*people\/index.ts -> src\/cli.ts$/),
      expect.stringMatching(/^domain-without-framework: .*person-status.ts -> @nestjs\/swagger/),
      expect.stringMatching(/^domain-without-framework: .*person.rules.ts -> @nestjs\/common/),
      expect.stringMatching(
        /^domain-without-framework: .*person.rules.ts -> src\/platform\/http\/answer.ts$/,
      ),
      expect.stringMatching(/^domain-without-messages: .*person-state.ts -> .*person.dto.ts$/),
      expect.stringMatching(/^express-in-platform-http-only: .*people\/index.ts -> (@types\/)?express/),
      expect.stringMatching(/^import-is-a-client: .* -> src\/platform\/http\/answer.ts$/),
      expect.stringMatching(/^nobody-imports-the-web: src\/start\/greeting.ts -> src\/web\/words.ts$/),
      expect.stringMatching(/^platform-knows-no-context: .* -> src\/contexts\/people\/index.ts$/),
      expect.stringMatching(/^resolvable: .*person-status.ts -> .*nowhere.js$/),
      expect.stringMatching(/^seed-content-is-pure: .*people.ts -> (node:)?fs$/),
      expect.stringMatching(/^seed-content-is-pure: .*people.ts -> src\/seed\/push\/people.ts$/),
      expect.stringMatching(/^seed-is-a-client: .*run.ts -> src\/platform\/http\/answer.ts$/),
      expect.stringMatching(/^seed-push-is-pure: .*people.ts -> src\/import\/client.ts$/),
      expect.stringMatching(/^web-asks-first: src\/web\/connection\/session.ts -> src\/web\/words.ts$/),
      expect.stringMatching(/^web-is-a-client: src\/web\/page.tsx -> src\/platform\/http\/answer.ts$/),
    ]);
  });

  it('say nothing of a folder that another branch has left empty', async () => {
    const { violations } = await checkTree({
      'src/contexts/people/index.ts': `export {};`,
      'src/contexts/billing/.gitkeep': '',
    });

    expect(violations).toEqual([]);
  });

  it('cannot be escaped by a context without a place in the order', async () => {
    const tree = checkTree({ 'src/contexts/billing/index.ts': `export {};` });

    await expect(tree).rejects.toThrow('src/contexts/billing: a new context needs a place');
  });
});

async function checkTree(files: Record<string, string>): ReturnType<typeof checkDependencies> {
  const root = await mkdtemp(join(tmpdir(), 'planning-tree-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), `${text}\n`);
    }
    await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction');
    return await checkDependencies(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
