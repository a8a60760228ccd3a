/** Contexts and permissions that only a scope of their own or `admin` allows. */
const APART = ['webhooks', 'backfill', 'admin'];

/** As the server decides it: `write` includes reading, `admin` everything. */
export function mayDo(scopes: readonly string[], needed: string): boolean {
  if (scopes.includes('admin') || scopes.includes(needed)) return true;
  const [context = '', action] = needed.split(':');
  if (action === 'read' && scopes.includes(`${context}:write`)) return true;
  if (APART.includes(context)) return false;
  if (action === undefined) return needed === 'read' && scopes.includes('write');
  return scopes.includes(action) || scopes.includes('write');
}
