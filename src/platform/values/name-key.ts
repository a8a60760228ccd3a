/**
 * What two names are compared by: trimmed, case-insensitive, composed Unicode (`STRASSE` is `Straße`). Computed here and not by the
 * database, because its lower() depends on the locale of the server.
 */
export const nameKey = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();
