/** A fixed window; times are those of `performance.now()`. */
export interface RateLimit {
  readonly quota: number;
  readonly windowMs: number;
  readonly remaining: number;
  readonly resetsAt: number;
}

// RateLimit-Policy: `"user";q=100;w=60, "all";q=900;w=60`; RateLimit: `"user";r=5;t=30`. The tightest counts.
export function readRateLimit(headers: Headers, now: number): RateLimit | undefined {
  const policies = readItems(headers.get('RateLimit-Policy'));
  const limits = [...readItems(headers.get('RateLimit'))].flatMap(([name, state]) => {
    const { q: quota, w: window, r: remaining, t: reset } = { ...policies.get(name), ...state };
    if (!quota || !window || remaining === undefined || reset === undefined) return [];
    return [{ quota, windowMs: window * 1000, remaining, resetsAt: now + reset * 1000 }];
  });
  return limits.sort((one, other) => one.remaining - other.remaining || one.quota - other.quota)[0];
}

function readItems(field: string | null): Map<string, Partial<Record<string, number>>> {
  const items = (field ?? '').split(',').map((item): [string, Partial<Record<string, number>>] => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const numbers = parameters.flatMap((parameter) => {
      const [, key = '', digits] = /^(\w+)=(\d{1,12})$/.exec(parameter) ?? [];
      return digits === undefined ? [] : [[key, Number(digits)] as const];
    });
    return [name, Object.fromEntries(numbers)];
  });
  return new Map(items);
}
