import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the root of the checkout, with slashes. */
  readonly path: string;
  readonly text: string;
}

const folders = ['.ci', 'docs', 'examples', 'migrations', 'src', 'test', 'tools'];
const rootFiles = ['README.md', 'SECURITY.md', 'docker-compose.yml', 'package.json', 'tsconfig.json'];
const ownExtension = /\.(cjs|css|html|js|json|md|mjs|sh|svg|tsx?|ya?ml)$/;

/**
 * The files of the repository: those that git tracks, and whatever else lies in the folder is its user's own. Without git,
 * or where the folder is no checkout, what the folders of the project hold that looks like a source.
 */
export function repositoryFiles(root = process.cwd()): SourceFile[] {
  return (trackedPaths(root) ?? sourcePaths(root))
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Null without git, without a repository, and in one that does not track this folder. */
function trackedPaths(root: string): string[] | null {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const paths = [...new Set(listed.split('\0').filter((path) => path !== ''))];
    return paths.includes('package.json') ? paths : null;
  } catch {
    return null;
  }
}

function sourcePaths(root: string): string[] {
  return [...rootFiles, ...folders.flatMap((folder) => pathsBelow(root, folder))];
}

function pathsBelow(root: string, folder: string): string[] {
  const directory = join(root, folder);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    // Names that begin with a dot are those of editors and systems.
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return pathsBelow(root, path);
    return folder === '.ci' || ownExtension.test(entry.name) ? [path] : [];
  });
}
