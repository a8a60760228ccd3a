// Writes what the program consists of, without what only its development needs: npm run sbom -- <file>
// `npm sbom --omit dev` leaves out what a development dependency needs too, such as NestJS itself. So npm is asked about
// a package.json and a lock that know of no development.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

const [, , file = 'test/.output/sbom.cdx.json'] = process.argv;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const { devDependencies: _ofRoot, ...manifest } = readJson('package.json');
const { packages, ...lock } = readJson('package-lock.json');
const { '': root, ...all } = packages;
const { devDependencies: _ofLock, ...lockedRoot } = root;
const shipped = Object.entries(all).filter(([, { dev }]) => !dev);

const sbom = askNpm();
const found = new Set(sbom.components.map((component) => component['bom-ref']));
const missing = shipped
  .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  .filter((name) => !found.has(name));
if (missing.length > 0 || found.size === 0) {
  throw new Error(`npm sbom left out ${missing.join(', ') || 'everything'}.`);
}
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`${found.size} packages in ${file}\n`);

function askNpm() {
  const scratch = mkdtempSync(join(tmpdir(), 'planning-sbom-'));
  // npm calls the whole after its folder.
  const directory = join(scratch, manifest.name);
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
    const lockWithoutDevelopment = { ...lock, packages: { '': lockedRoot, ...Object.fromEntries(shipped) } };
    writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lockWithoutDevelopment));
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    const output = execFileSync(process.execPath, [process.env.npm_execpath, ...words], {
      cwd: directory,
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(output);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
