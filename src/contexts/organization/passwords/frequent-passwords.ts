const MOST_COMMON = 3000;
const MAX_PIECES = 3;
const MIN_LENGTH = 3;

// What fingers and counting make. Backwards too.
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether it is among the most common passwords, by those of zxcvbn in the order of their use. Lists of such passwords
 * have few that are long, so those count too that are put together from up to three that are common, as people do.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  const common = await list;
  const text = password.toLowerCase();
  return common.has(text) || isRepeated(text) || piecesOf(text, common) <= MAX_PIECES;
}

// Only who chooses a password needs it: it takes some megabytes.
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(
    passwords.filter((word, rank) => (rank < MOST_COMMON && word.length >= MIN_LENGTH) || word.length >= 12),
  );
}

const isRepeated = (text: string): boolean => /^(.{1,8}?)\1+.{0,4}$/su.test(text);

function piecesOf(text: string, common: ReadonlySet<string>): number {
  const least = [0];
  for (let end = 1; end <= text.length; end += 1) {
    least[end] = Infinity;
    for (let start = 0; start < end; start += 1) {
      const before = least[start] ?? Infinity;
      if (before < MAX_PIECES && isCommonPiece(text.slice(start, end), common))
        least[end] = Math.min(least[end] ?? Infinity, before + 1);
    }
  }
  return least[text.length] ?? Infinity;
}

function isCommonPiece(piece: string, common: ReadonlySet<string>): boolean {
  if (piece.length < MIN_LENGTH) return true;
  if (piece.length <= 4 && /^[^a-z]+$/.test(piece)) return true;
  return common.has(piece) || runs.some((run) => run.includes(piece)) || /^(.)\1+$/su.test(piece);
}
