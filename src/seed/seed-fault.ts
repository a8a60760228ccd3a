/** An expected failure; the message is one sentence. */
export class SeedFault extends Error {}
