import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

// `node tools/test-results.mjs <what jest wrote with --json> <file>`: prints how many passed and failed, and adds to the
// file what failed, a line each.
const [results = '', list = ''] = process.argv.slice(2);
const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
  readFileSync(results, 'utf8'),
);
const MS_PER_SECOND = 1000;
const MESSAGE = 200;

for (const { name, message, assertionResults, startTime, endTime } of testResults) {
  const file = relative(process.cwd(), name);
  const after = `${Math.round((endTime - startTime) / MS_PER_SECOND)} s`;
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const lines = failed.map(({ fullName, failureMessages }) => `${fullName} - ${brief(failureMessages[0])}`);
  if (lines.length === 0 && numRuntimeErrorTestSuites > 0 && assertionResults.length === 0)
    lines.push(brief(message));
  for (const line of lines) appendFileSync(list, `  ${file} (${after}): ${line}\n`);
}
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites);

function brief(message = '') {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, MESSAGE);
}
