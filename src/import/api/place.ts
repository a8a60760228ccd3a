import type { ApiRecord } from './record-list.js';
import { getResource, type Resource } from './resources.js';

/** The ids of a record and of those above it, as paths name them. */
export type Place = Readonly<Record<string, string>>;

export function placeOf(resource: Resource, record: ApiRecord): Place {
  const above = idsAbove(resource).map((id) => [id, String(record[id])] as const);
  return { ...Object.fromEntries(above), [resource.id]: record.id };
}

export function idsAbove({ path }: Resource): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
}

export function parentIdOf({ parent }: Resource, place: Place | ApiRecord): string {
  return parent ? String(place[getResource(parent).id]) : '';
}

export function collectionPath({ path }: Resource, place: Place): string {
  return path.replace(/\{(\w+)\}/g, (_all, id: string) => encodeURIComponent(place[id] ?? ''));
}

export function recordPath(resource: Resource, record: ApiRecord): string {
  return `${collectionPath(resource, placeOf(resource, record))}/${record.id}`;
}
