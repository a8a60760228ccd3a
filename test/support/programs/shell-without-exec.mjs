#!/usr/bin/env node
// What cmd.exe is to npm: runs `-c "a && b || c"`, waits for each command, knows no exec, and passes no signal on.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const [, , , line] = process.argv;
let status = 0;
for (const alternative of line.split(' || ')) {
  for (const command of alternative.split(' && ')) {
    status = await run(command.trim().split(/\s+/));
    if (status !== 0) break;
  }
  if (status === 0) break;
}
process.exit(status);

async function run([name, ...words]) {
  if (name === 'exec') {
    process.stderr.write("'exec' is not recognized as an internal or external command.\n");
    return 1;
  }
  const [code, signal] = await once(spawn(name, words, { stdio: 'inherit' }), 'exit');
  return code ?? (signal ? 1 : 0);
}
