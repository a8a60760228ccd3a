// Not lower() of PostgreSQL, which depends on the server's locale. `STRASSE` equals `Straße`.
export const nameKey = (name: string): string => name.trim().normalize('NFC').toUpperCase().toLowerCase();
