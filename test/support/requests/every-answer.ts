import { ApiDescription } from './api-description.js';

/** What each path answered, as it was sent. */
export type Answers = ReadonlyMap<string, string>;

const AT_ONCE = 8;
const PAGE_SIZE = 100;
const SINCE_EVER = { start_date: '2000-01-01', end_date: '2100-12-31' };
// Of the process, not of the data, or without an end.
const NO_RESOURCE = /^\/health\/|\/stream$/;
// Metrics tell the moment of the request, and a token the hour in which it was used last: by these requests.
const AT_REQUEST = /"(calculated_date|last_used_date)":"[^"]*"/g;

interface List {
  readonly total_pages?: number;
  readonly results?: readonly { readonly id?: string }[];
}

interface Feed {
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/**
 * Asks for every page of every list, and every resource in them: every GET of the API description.
 * @returns answers by path, without the moments of the requests themselves
 * @throws Error when an operation is never asked because there is nothing to ask for, or is refused
 */
export async function everyAnswer(url: string, token: string): Promise<Answers> {
  const description = await ApiDescription.of(url);
  const operations = description
    .operations()
    .filter(({ method, path }) => method === 'GET' && !NO_RESOURCE.test(path));
  const walk = new Walk(url, token, new Map(operations.map(({ path, operation }) => [path, operation])));
  for (const { path } of operations) await walk.ask(path);
  const unasked = operations.filter(({ path }) => (walk.paths.get(path) ?? []).length === 0);
  if (unasked.length > 0) throw new Error(`Nothing to ask: ${unasked.map(({ path }) => path).join(', ')}`);
  return walk.answers;
}

class Walk {
  readonly answers = new Map<string, string>();
  /** Paths that a template became, once they are known. */
  readonly paths = new Map<string, readonly string[]>();
  private readonly members = new Map<string, readonly string[]>();

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly operations: ReadonlyMap<
      string,
      { readonly parameters?: readonly { readonly name: string }[] }
    >,
  ) {}

  async ask(template: string): Promise<void> {
    if (this.paths.has(template)) return;
    const paths = await this.fill(template);
    this.paths.set(template, paths);
    const names = (this.operations.get(template)?.parameters ?? []).map(({ name }) => name);
    const rest = [...paths];
    const one = async (): Promise<void> => {
      for (let path = rest.pop(); path !== undefined; path = rest.pop()) await this.pages(path, names);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }

  /** Every path that a template stands for: its last parameter is an id of what the path before it lists. */
  private async fill(template: string): Promise<readonly string[]> {
    const last = template.lastIndexOf('{');
    if (last < 0) return [template];
    const collection = template.slice(0, last - 1);
    const rest = template.slice(template.indexOf('}', last) + 1);
    const known = [...this.operations.keys()].find((path) => unnamed(path) === unnamed(collection));
    if (known === undefined) throw new Error(`There is no list ${collection}`);
    await this.ask(known);
    const parents = this.paths.get(known) ?? [];
    return parents.flatMap((parent) =>
      (this.members.get(parent) ?? []).map((id) => `${parent}/${id}${rest}`),
    );
  }

  private async feed(path: string, query: URLSearchParams): Promise<void> {
    for (let isMore = true; isMore;) {
      const page = JSON.parse(await this.get(`${path}?${query.toString()}`)) as Feed;
      query.set('cursor', page.next_cursor);
      isMore = page.has_more;
    }
  }

  private async pages(path: string, names: readonly string[]): Promise<void> {
    const query = new URLSearchParams();
    if (names.includes('start_date'))
      for (const [name, day] of Object.entries(SINCE_EVER)) query.set(name, day);
    if (!names.includes('pageSize')) return void (await this.get(path));
    query.set('pageSize', String(PAGE_SIZE));
    if (!names.includes('page')) return this.feed(path, query);
    const ids: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      query.set('page', String(page));
      const { total_pages = 1, results = [] } = JSON.parse(
        await this.get(`${path}?${query.toString()}`),
      ) as List;
      pages = total_pages;
      ids.push(...results.flatMap(({ id }) => id ?? []));
    }
    this.members.set(path, ids);
  }

  private async get(path: string): Promise<string> {
    const response = await fetch(this.url + path, { headers: { 'X-API-KEY': this.token } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
    const type = response.headers.get('content-type');
    this.answers.set(path, `${type}\n${text.replace(AT_REQUEST, '"$1":""')}`);
    return text;
  }
}

const unnamed = (template: string): string => template.replace(/\{[^}]+\}/g, '{}');
