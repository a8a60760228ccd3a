/** How often what is shown is read again, while it is seen. */
export const POLL_MS = 10_000;
