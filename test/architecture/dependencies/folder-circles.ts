/**
 * Folders that lie beside each other and import each other, directly or through others. A folder and what is in it count as
 * one.
 * @param edges imports as "from -> to"
 */
export function foldersInCircles(edges: readonly string[]): string[] {
  const imported = new Map<string, Set<string>>();
  for (const edge of edges) {
    const [from = [], to = []] = edge.split(' -> ').map((path) => path.split('/'));
    let common = 0;
    while (from[common] === to[common] && common < from.length) common += 1;
    if (common === 0 || common >= from.length - 1 || common >= to.length - 1) continue;
    const folder = from.slice(0, common + 1).join('/');
    imported.set(folder, (imported.get(folder) ?? new Set()).add(to.slice(0, common + 1).join('/')));
  }
  return [...imported.keys()].filter((folder) => reachedFrom(folder, imported).has(folder)).sort();
}

function reachedFrom(start: string, imported: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(imported.get(start) ?? [])];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    waiting.push(...(imported.get(folder) ?? []));
  }
  return reached;
}
