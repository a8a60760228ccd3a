/** How much the body of a request may hold. */
export interface BodyLimits {
  /** As it is sent, and after inflation. */
  readonly bytes: number;
  /** Members of one object. */
  readonly members: number;
  /** Items of one list. */
  readonly items: number;
  /** Levels of objects and lists inside each other. */
  readonly levels: number;
  /** Members and items of all objects and lists together. */
  readonly values: number;
  /** What a body may inflate to, as a multiple of its compressed size. */
  readonly inflation: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Beyond what any operation accepts: a member has limits of its own, and says so in its description. */
export const bodyLimits: BodyLimits = {
  bytes: MIB,
  members: 200,
  items: 1000,
  levels: 20,
  values: 20_000,
  inflation: 250,
};

/** What a body may inflate to however small it was, since that much is read at once. */
export const FREE_INFLATION = 128 * KIB;

/** A size in words: `1 MiB`. */
export const sizeInWords = (bytes: number): string =>
  bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`;
