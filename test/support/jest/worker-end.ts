const works: (() => Promise<void>)[] = [];

/** Does the work when no test file is left to run in this process; a worker of its own just ends. */
export function onWorkerEnd(work: () => Promise<void>): void {
  works.push(work);
}

export async function endWorker(): Promise<void> {
  for (const work of works.splice(0)) await work();
}
