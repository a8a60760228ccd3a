import { execFile } from 'node:child_process';
import { join } from 'node:path';

interface Report {
  /** "rule: from -> to", sorted. */
  readonly violations: string[];
  /** Imports between files of src that the check has seen. */
  readonly edges: string[];
}

interface CruiseOutput {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

const project = process.cwd();

/** Runs the dependency rules on `<root>/src`; rejects when the rules themselves cannot be applied. */
export async function checkDependencies(root: string): Promise<Report> {
  const output = JSON.parse(await cruise(root)) as CruiseOutput;
  return {
    violations: output.summary.violations
      .map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
      .sort(),
    edges: output.modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${source} -> ${resolved}`),
    ),
  };
}

function cruise(root: string): Promise<string> {
  const program = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const rules = join(project, 'test/architecture/dependencies/dependency-rules.mjs');
  const parameters = [program, '--config', rules, '--output-type', 'json', 'src'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, { cwd: root, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      // The exit code only counts violations; output without JSON means that the check did not run.
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(stderr || stdout));
    });
  });
}
