/** Encrypts kept answers that show a secret. Implemented by the context that has a key. */
export abstract class AnswerSealing {
  abstract seal(plain: string): string;
  abstract open(sealed: string): string;
}
