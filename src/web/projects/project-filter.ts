import { isId } from '../api/ids.js';
import { projectModelValues, projectStatusValues } from '../generated/api.js';

export interface ProjectFilter {
  readonly terms?: string | undefined;
  readonly client?: string | undefined;
  readonly tag?: string | undefined;
  readonly status?: (typeof projectStatusValues)[number] | undefined;
  readonly model?: (typeof projectModelValues)[number] | undefined;
  readonly pipeline?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly page?: number | undefined;
}

const MOST = 255;

// The router reads "42" in an address as a number.
const text = (value: unknown): string | undefined => {
  const words = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return words === '' ? undefined : words.slice(0, MOST);
};

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export function projectFilter(search: Record<string, unknown>): ProjectFilter {
  const { page, pipeline } = search;
  return {
    terms: text(search.terms),
    client: text(search.client),
    tag: text(search.tag),
    status: projectStatusValues.find((one) => one === search.status),
    model: projectModelValues.find((one) => one === search.model),
    pipeline: isId(pipeline) ? pipeline : undefined,
    archived: search.archived === true ? true : undefined,
    page: Number.isInteger(page) && Number(page) > 1 && Number(page) < 1_000_000 ? Number(page) : undefined,
  };
}
