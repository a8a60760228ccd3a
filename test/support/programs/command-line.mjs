// Carries out calls of the command line of the build, one after the other, each as if a process of its own did.
const { stdout, stderr, env } = process;
const write = stderr.write.bind(stderr);
const events = ['SIGINT', 'SIGTERM', 'uncaughtException'];
let calls = 0;

process.on('message', async ({ words, settings }) => {
  let code;
  process.env = { ...env, ...settings };
  process.argv.splice(2, Infinity, ...words);
  process.exitCode = undefined;
  process.exit = (given = process.exitCode) => {
    code ??= given ?? 0;
    // What the caller does after the end of the process.
    stderr.write = () => true;
    throw new Error('The process has ended.');
  };
  await import(new URL(`../../../dist/cli.js?call=${(calls += 1)}`, import.meta.url)).catch(() => undefined);
  stderr.write = write;
  for (const event of events) process.removeAllListeners(event);
  stdout.removeAllListeners('error');
  for (const stream of [stdout, stderr]) stream.write(`[ended with ${code ?? process.exitCode ?? 0}]`);
});
