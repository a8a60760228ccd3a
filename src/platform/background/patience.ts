const PARTS = 8;

/** A timer that hardly counts time in which the process was too busy or frozen to read. @returns stops it */
export function whenPatienceEnds(milliseconds: number, run: () => void): () => void {
  let left = PARTS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    setImmediate(() => {
      if (left <= 0) run();
    });
  }, milliseconds / PARTS);
  return () => {
    left = Infinity;
    clearInterval(timer);
  };
}
