const LINES = 4;

const REFUSAL = /^the database system is /;

interface Line {
  readonly level: string;
  readonly text: string;
}

export function whyEnded(log: string): string {
  const lines = log.split('\n').map(parse);
  const reasons = lines.filter(({ level, text }, index) => isReason(level, text) || explains(lines, index));
  const quoted = reasons.length > 0 ? reasons : lines;
  return quoted
    .slice(-LINES)
    .map(({ text }) => text.trim())
    .join('; ');
}

const isReason = (level: string, text: string): boolean =>
  (level === 'FATAL' || level === 'PANIC' || text.startsWith('could not ')) && !REFUSAL.test(text);

function explains(lines: readonly Line[], index: number): boolean {
  const { level = '' } = lines[index] ?? {};
  if (level !== 'DETAIL' && level !== 'HINT') return false;
  const cause = lines.slice(0, index).findLast((line) => line.level !== 'DETAIL' && line.level !== 'HINT');
  return cause !== undefined && isReason(cause.level, cause.text);
}

function parse(line: string): Line {
  const [, level = '', text = line] = /(?:^| )([A-Z]{3,}\d?): {1,2}(.*)$/.exec(line) ?? [];
  return { level, text };
}
