/** A refusal that is an answer already. */
export class RelayedRefusal extends Error {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: object,
  ) {
    super(`A part was refused with ${status}.`);
  }
}
