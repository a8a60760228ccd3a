import { basename } from 'node:path';
import ts from 'typescript';
import { errorCodes } from './error-codes.js';
import { repositoryFiles } from './repository-files.js';

const files = repositoryFiles();
const code = files.filter(({ path }) => /^(src|test|migrations)\/.*\.tsx?$/.test(path));
const source = code.filter(({ path }) => path.startsWith('src/'));
const program = source.filter(({ path }) => !path.endsWith('.spec.ts'));
const tests = code.filter(
  ({ path }) =>
    path.endsWith('.spec.ts') || (path.startsWith('test/') && !path.startsWith('test/architecture/')),
);

const roles =
  'module|controller|dto|service|rules|entity|repository|events|port|adapter|guard|job|processor|factory|bench' +
  // Nest's other roles, the members of messages, rate limit counters, the command line and what contexts declare.
  '|middleware|filter|interceptor|pipe|member|storage|command|client|reader|errors|context|resources|settings';
const specs = 'spec|(medium|e2e|idiom|contract|extension|start|browser|redis|scale|faults)-spec';
const word = '[a-z0-9]+(-[a-z0-9]+)*';
const fileName = new RegExp(`^${word}(\\.(${roles}))?(\\.(${specs}))?\\.tsx?$`);
const vagueName = /(^|[-.])(utils?|helpers?|managers?|common|types)([-.]|$)/;

const paths = (found: readonly { path: string }[]): string[] => found.map(({ path }) => path);
const containing = (pattern: RegExp) => paths(code.filter(({ text }) => pattern.test(text)));

describe('file names', () => {
  it('are the kebab-case of what is inside, with its role as suffix', () => {
    const named = code.filter(({ path }) => !path.startsWith('migrations/'));
    expect(paths(named.filter(({ path }) => !fileName.test(basename(path))))).toEqual([]);
  });

  it('say what is inside instead of util, helper, manager, common or types', () => {
    expect(paths(code.filter(({ path }) => vagueName.test(basename(path))))).toEqual([]);
  });

  it('of migrations are a time in milliseconds, a verb and what it works on', () => {
    const migrations = files.filter(({ path }) => path.startsWith('migrations/'));
    expect(paths(migrations.filter(({ path }) => !/^migrations\/\d{13}-[a-z0-9-]+\.ts$/.test(path)))).toEqual(
      [],
    );
  });
});

describe('sizes', () => {
  const sizes = source.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  const over = (limit: number) =>
    sizes.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines}`);

  it('of no file exceed 300 lines', () => {
    expect(over(300)).toEqual([]);
  });

  it('of nine files in ten stay under 160 lines', () => {
    const long = over(159);
    expect(long.length > sizes.length / 10 ? long : []).toEqual([]);
  });

  it('of half of the files are at most 60 lines', () => {
    const long = over(60);
    expect(long.length > sizes.length / 2 ? long : []).toEqual([]);
  });

  it('of comments are at most 4 % of the lines', () => {
    const lines = program.flatMap(({ text }) => text.replace(/\n$/, '').split('\n'));
    const comments = lines.filter((line) => /^(\/\/|\/\*|\*)/.test(line.trim()));
    expect(comments.length / lines.length).toBeLessThanOrEqual(0.04);
  });

  it('of constructors are at most seven arguments', () => {
    const offenders = program.flatMap(({ path, text }) =>
      wideConstructors(text).map((name) => `${path}: ${name}`),
    );
    expect(offenders).toEqual([]);
    expect(wideConstructors('class A { constructor(a, b, c, d, e, f, g, h) {} }')).toEqual(['A']);
  });
});

describe('tests of services', () => {
  it('ask no API: those that do are in test/e2e', () => {
    const asking = containing(/TestApplication\(/);
    expect(asking.length).toBeGreaterThan(20);
    expect(asking.filter((path) => path.startsWith('test/medium/'))).toEqual([]);
  });
});

describe('modules', () => {
  it('have named exports only', () => {
    expect(containing(/^export default\b|^export \{[^}]*\bas default\b/m)).toEqual([]);
  });

  it('of contexts are global for nobody: each says what it imports', () => {
    const global = containing(/@Global\(|\bglobal: true/);
    expect(global).not.toEqual([]);
    expect(global.filter((path) => path.startsWith('src/contexts/'))).toEqual([]);
  });

  it('need no forward references', () => {
    expect(containing(new RegExp(`forward${'Ref'}\\(`))).toEqual([]);
  });

  it('of integrations see of the contexts that they listen to nothing but events', () => {
    const listening = program.filter(({ path }) => path.startsWith('src/contexts/integrations/'));
    const imports =
      /import (?:type )?\{([^}]*)\} from '(?:\.\.\/)+(?:people|rates|sales|delivery|time-tracking)\//g;
    const names = listening.flatMap(({ text }) =>
      [...text.matchAll(imports)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
    );
    expect(names.filter((name) => name !== '' && !/(events?|topics?)$/i.test(name))).toEqual([]);
  });
});

describe('advisory locks', () => {
  it('have numbers of their own', () => {
    const takenBy = ({ text }: { readonly text: string }): number[] =>
      [...text.matchAll(/(?:const \w+_LOCK = |pg_advisory\w*\()(\d[\d_]*)/g)].map(([, number = '']) =>
        Number(number.replaceAll('_', '')),
      );
    const inMigrations = code.filter(({ path }) => path.startsWith('migrations/'));
    const numbers = [...program.flatMap(takenBy), ...new Set(inMigrations.flatMap(takenBy))];
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });
});

describe('error codes', () => {
  const errors = program.filter(({ path }) => path.startsWith('src/platform/errors/'));
  const refusals = errors.flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+) = (?:<[^(]*>)?\(\s*code: string/g)].map(([, name = '']) => name),
  );
  // Exceptions of Nest bring their own codes.
  const made = 'src/platform/http/errors/http-exception.ts';
  const declared = program
    .filter((file) => !errors.includes(file) && file.path !== made)
    .map(({ path, text }) => ({ path, ...errorCodes(text, [...refusals, 'refusal', 'BusinessError']) }));
  const codes = declared.flatMap((file) => file.codes);

  it('are found in the calls that refuse', () => {
    expect(refusals).toEqual(expect.arrayContaining(['conflict', 'unprocessable', 'notFound']));
    const text = `const a = conflict(\n  'a.b_c', 'd.e'); new BusinessError('conflict', 'f.g', 'h'); refusal('conflict', 'k.l', 'm'); notFound(name, 'i.j');`;
    expect(errorCodes(text, [...refusals, 'refusal', 'BusinessError'])).toEqual({
      codes: ['a.b_c', 'f.g', 'k.l'],
      unnamed: [expect.stringContaining('notFound(name')],
    });
  });

  it('are literals of the form subject.reason', () => {
    expect(declared.flatMap(({ path, unnamed }) => unnamed.map((call) => `${path}: ${call}`))).toEqual([]);
  });

  it('stand in one place each', () => {
    expect(codes.filter((name, index) => codes.indexOf(name) !== index)).toEqual([]);
  });

  it('are each expected by a test', () => {
    expect(codes.filter((name) => !tests.some(({ text }) => text.includes(name)))).toEqual([]);
  });
});

describe('lines of the log', () => {
  const ofErrors =
    /\b(?:logger|root)\.(?:log|verbose|debug|info|warn|error|fatal)\([^;]*(?:\.message|\.stack|String\(err)/;

  it('take an error as a member, which is cleaned, and are not made of its message, which may hold values', () => {
    expect(paths(program.filter(({ text }) => ofErrors.test(text)))).toEqual([]);
    expect(ofErrors.test('this.logger.warn(`Away: ${error.message}`)')).toBe(true);
  });

  it('go through the logger: nothing writes to the console', () => {
    const writing = program.filter(({ text }) => /\bconsole\.\w+\(/.test(text));
    expect(paths(writing)).toEqual([]);
  });
});

describe('the repository', () => {
  it('names no path of the machine it was written on', () => {
    const homes = ['work', 'root', 'home/[a-z]\\w*', 'Users/\\w+'].join('|');
    const machinePath = new RegExp(`(?<![\\w.}/*-])/(${homes})/`);
    expect(paths(files.filter(({ text }) => machinePath.test(text)))).toEqual([]);
    expect(machinePath.test(['', 'home', 'anna', 'app'].join('/'))).toBe(true);
  });
});

function wideConstructors(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isConstructorDeclaration(node) && node.parameters.length > 7) {
      found.push(node.parent.name?.getText() ?? 'class');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}
