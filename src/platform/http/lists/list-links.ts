/** Larger headers do not pass through every proxy. */
const MAX_LENGTH = 3072;

export type Relation = 'next' | 'prev' | 'first' | 'last';

export type Targets = readonly (readonly [Relation, position: string])[];

const positions = /^(page|cursor)=/;

/** A header `Link` of RFC 8288 with paths, as in `Location`: those that fit, in their order. */
export function linkHeader(url: string, targets: Targets): string {
  const begin = url.indexOf('?');
  const path = begin < 0 ? url : url.slice(0, begin);
  const kept = begin < 0 ? [] : url.slice(begin + 1).split('&');
  const filters = kept.filter((part) => part !== '' && !positions.test(part)).map((part) => `${part}&`);
  const base = sendable(`${path}?${filters.join('')}`);
  let header = '';
  for (const [relation, position] of targets) {
    const link = `${header === '' ? '' : ', '}<${base}${position}>; rel="${relation}"`;
    if (header.length + link.length > MAX_LENGTH) break;
    header += link;
  }
  return header;
}

const sendable = (url: string): string =>
  url.replace(/[^!#-;=?-~]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

export function numberedTargets(page: number, pages: number): Targets {
  const at = (relation: Relation, number: number) => [relation, `page=${number}`] as const;
  return [
    ...(page < pages ? [at('next', page + 1)] : []),
    ...(page > 1 ? [at('prev', Math.max(1, Math.min(page - 1, pages)))] : []),
    at('first', 1),
    ...(pages > 0 ? [at('last', pages)] : []),
  ];
}

export const cursorTargets = (next: string | null): Targets => [
  ...(next === null ? [] : [['next', `cursor=${next}`] as const]),
  ['first', 'cursor=start'],
];
