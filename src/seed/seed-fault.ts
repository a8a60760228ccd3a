/** Why the organization cannot be made or completed, in one sentence for the person at the terminal. */
export class SeedFault extends Error {}
