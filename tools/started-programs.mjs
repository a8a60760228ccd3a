import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/** Programs from the folder dist here, all with these settings. */
export class StartedPrograms {
  #running = [];

  constructor(settings) {
    this.environment = { ...process.env, ...settings };
  }

  /** @param words such as `main`, or `cli` with a command */
  start(...words) {
    const child = spawn(process.execPath, ['dist/launch.js', ...words], { env: this.environment });
    let output = '';
    const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const program = {
      /** Waits for it to print this. @throws when it ends before */
      says: async (pattern) => {
        while (!pattern.test(output)) {
          const status = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
          if (status !== undefined && !pattern.test(output))
            throw new Error(`${words[0]} ended with ${status}: ${output}`);
        }
        return pattern.exec(output);
      },
      end: async () => {
        child.kill('SIGTERM');
        const status = await ended;
        if (status !== 0) process.stderr.write(`${words[0]} ended with ${status}: ${output}\n`);
        return status;
      },
    };
    this.#running.push(program);
    return program;
  }

  /** @returns whether each of them ended well */
  async end() {
    const statuses = await Promise.all(this.#running.map((program) => program.end()));
    return statuses.every((status) => status === 0);
  }
}
