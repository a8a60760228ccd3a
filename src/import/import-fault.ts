/** Why the import cannot start or go on, in one sentence for the person at the terminal. */
export class ImportFault extends Error {}

/** The person at the terminal stopped the import. */
export class ImportStopped extends Error {}
