const END = 2; // CHILD_MESSAGE_END of jest-worker

const works: (() => Promise<void>)[] = [];

/** Does the work when no test file is left to run in this process; a worker of its own just ends. */
export function onWorkerEnd(work: () => Promise<void>): void {
  if (works.push(work) === 1) process.on('message', onMessage);
}

export async function endWorker(): Promise<void> {
  // A listener keeps the process waiting for messages.
  process.off('message', onMessage);
  for (const work of works.splice(0)) await work();
}

// What is open ends with the process, and its databases with their server. Jest waits half a second, then it complains.
function onMessage(message: unknown): void {
  if (Array.isArray(message) && message[0] === END) process.exit();
}
