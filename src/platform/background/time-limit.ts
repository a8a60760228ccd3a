import { whenPatienceEnds } from './patience.js';

/** Rejects when the promise has not settled in time; its later result is ignored. */
export async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let stop = (): void => undefined;
  promise.catch(() => undefined);
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        stop = whenPatienceEnds(milliseconds, () => reject(new Error(`No result within ${milliseconds} ms`)));
      }),
    ]);
  } finally {
    stop();
  }
}
