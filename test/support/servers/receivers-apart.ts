import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const servers = pathToFileURL('test/support/servers/').href;
const typescript = resolve('src/testing/jest/register-typescript.mjs');
const program = `
  const { misbehaviours, receiver } = await import('${servers}hostile-receivers.ts');
  const receivers = await Promise.all(Object.values(misbehaviours).map((behave) => receiver(behave)));
  process.stdout.write(JSON.stringify(receivers.map(({ port }) => port)));
  process.stdin.on('end', () => process.exit()).resume();
`;

/** Every hostile receiver in a process of its own, so that what they use is not taken for what the client uses. */
export async function receiversApart(): Promise<{ ports: number[]; close: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ['--import', typescript, '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    closed.then(() => Promise.reject(new Error('The receivers did not start.'))),
  ])) as [Buffer];
  return {
    ports: JSON.parse(said.toString()) as number[],
    close: () => {
      child.stdin.end();
      return closed;
    },
  };
}
