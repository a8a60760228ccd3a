const PARTS = 8;

/**
 * Runs something after so many milliseconds, unless it is told not to. What stood still meanwhile, because the process
 * was busy or frozen, counts little: nobody could have been heard.
 * @returns how to tell it
 */
export function whenPatienceEnds(milliseconds: number, run: () => void): () => void {
  let left = PARTS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    // What has come by now is read first.
    setImmediate(() => {
      if (left <= 0) run();
    });
  }, milliseconds / PARTS);
  return () => {
    left = Infinity;
    clearInterval(timer);
  };
}
