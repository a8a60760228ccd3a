/** Stops the whole import; the message is one sentence. */
export class ImportFault extends Error {}

export class ImportStopped extends Error {}
