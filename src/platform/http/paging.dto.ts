import type { Type } from '@nestjs/common';
import type { Page, PageRequest, RecordPage } from '../database/index.js';
import { invalid } from '../errors/index.js';
import { exampleId, type CalendarDate } from '../values/index.js';
import { endMustNotBeBeforeStart } from '../writes/index.js';
import { Json } from './json.js';
import { pick, type Choice } from './lists/chosen-members.js';
import {
  ResponseListMember,
  ResponseNumberMember,
  ResponseTextMember,
  DateQuery,
  FlagQuery,
  IdsQuery,
  InstantQuery,
  IntegerQuery,
  MAX_IDS,
  TextQuery,
} from './members/index.js';

const MAX_PAGE = 2_147_483_647;
const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = MAX_PAGE_SIZE;

const firstDay = { description: 'The first day, included.', example: '2026-11-16' };
const lastDay = { description: 'The last day, included; not before start_date.', example: '2026-11-22' };

const pageSize = { minimum: 1, maximum: MAX_PAGE_SIZE, decimals: 0 };
const countOf = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals: 0 };

/** Of lists whose items have neither an id nor a version. */
export class PositionQuery {
  @IntegerQuery(1, MAX_PAGE, { description: 'The page that is wanted, from 1.', example: 1, default: 1 })
  page?: number;

  @IntegerQuery(1, MAX_PAGE_SIZE, {
    description: 'Results per page.',
    example: 50,
    default: DEFAULT_PAGE_SIZE,
  })
  pageSize?: number;

  @IntegerQuery(1, MAX_PAGE_SIZE, { description: 'Another spelling of pageSize.', example: 50 })
  page_size?: number;

  @TextQuery({
    description:
      'Instead of page: start, then the next_cursor of each answer until it is null. No record that exists all the while and keeps its place is skipped or repeated, and every page costs the same. Each answer to the same filters goes on where the one before ended, however much later.',
    example: 'start',
    maxLength: 2000,
  })
  cursor?: string;

  @TextQuery({
    description:
      'The members of the results that are wanted, separated by commas; of an object or a list of objects also single ones, after a dot. Default: all.',
    example: 'id,name',
    maxLength: 2000,
  })
  fields?: string;
}

export class PagingQuery extends PositionQuery {
  @IdsQuery({
    example: exampleId('record'),
    description: `Only the records with these ids; repeat the parameter for several, at most ${MAX_IDS}.`,
  })
  id?: string[];

  @InstantQuery({
    description:
      'Only records whose modified_date is this moment or later, ordered by modified_date, then id. A change that is committed late carries an earlier moment: who asks again and again goes back 60 seconds behind the last one.',
    example: '2026-11-21T06:30:00.000Z',
  })
  modified_since?: string;
}

export class NamedListQuery extends PagingQuery {
  @TextQuery({ description: 'Words that must all occur in the name, whatever their case.', example: 'north' })
  terms?: string;

  @FlagQuery({ description: 'Only archived ones, or only others. Default: all.', example: false })
  is_archived?: boolean;
}

export class DateRangeQuery extends PagingQuery {
  @DateQuery(firstDay)
  start_date?: CalendarDate;

  @DateQuery(lastDay)
  end_date?: CalendarDate;
}

export class DayRangeQuery extends PositionQuery {
  @DateQuery(firstDay)
  start_date?: CalendarDate;

  @DateQuery(lastDay)
  end_date?: CalendarDate;
}

/** @throws 400 when the range ends before it starts */
export function dateRangeMustNotBeReversed(range: DayRangeQuery): void {
  endMustNotBeBeforeStart('end_date', range, range);
}

/** Where a page of the usual size would cost too much. */
export interface LargestPage {
  readonly size: number;
  readonly with: string;
}

/** @param behind the position of a cursor. @throws 400 for page sizes that differ, or a page beside a cursor */
export function pageRequest(
  query: PositionQuery & Partial<PagingQuery>,
  behind?: string[],
  largest?: LargestPage,
): PageRequest {
  const { page, pageSize, page_size, modified_since: modifiedSince, id: ids } = query;
  if (pageSize !== undefined && page_size !== undefined && pageSize !== page_size) {
    throw invalid({ page_size: ['must equal pageSize when both are given'] });
  }
  const given = pageSize ?? page_size;
  if (largest && given !== undefined && given > largest.size) {
    const member = pageSize === undefined ? 'page_size' : 'pageSize';
    throw invalid({ [member]: [`must be at most ${largest.size} with ${largest.with}`] });
  }
  if (page !== undefined && behind) throw invalid({ cursor: ['must not be given together with page'] });
  return {
    page: page ?? 1,
    pageSize: given ?? largest?.size ?? DEFAULT_PAGE_SIZE,
    ...(behind && { behind }),
    ...(modifiedSince !== undefined && { modifiedSince }),
    ...(ids && { ids }),
  };
}

export interface ResultPage<Result> {
  count: number;
  total?: number;
  page?: number;
  total_pages?: number;
  page_size: number;
  next_cursor?: string | null;
  results: Result[];
}

const ITEM = Symbol('item');

export const knownItemOf = (page: Type): Type | undefined =>
  (page as Type & { readonly [ITEM]?: Type })[ITEM];

export const itemOf = (page: Type): Type => {
  const item = knownItemOf(page);
  if (!item) throw new Error(`${page.name} must extend pageOf(...).`);
  return item;
};

export function pageOf<Result>(resource: Type<Result>): Type<ResultPage<Result>> {
  class ListPage implements ResultPage<Result> {
    static readonly [ITEM] = resource;

    @ResponseNumberMember({ description: 'Results on this page.', example: 1, ...pageSize, minimum: 0 })
    count!: number;

    @ResponseNumberMember({
      description: 'Results on all pages. Absent with a cursor.',
      example: 1,
      ...countOf,
      optional: true,
    })
    total?: number;

    @ResponseNumberMember({
      description: 'This page, from 1. Absent with a cursor.',
      example: 1,
      minimum: 1,
      maximum: MAX_PAGE,
      decimals: 0,
      optional: true,
    })
    page?: number;

    @ResponseNumberMember({
      description: 'Number of pages; 0 when nothing matches. Absent with a cursor.',
      example: 1,
      ...countOf,
      optional: true,
    })
    total_pages?: number;

    @ResponseNumberMember({ description: 'Results per page.', example: 500, ...pageSize })
    page_size!: number;

    @ResponseTextMember({
      description: 'With a cursor: the one of the next page; null when this is the last. Absent with a page.',
      example: null,
      optional: true,
      nullable: true,
    })
    next_cursor?: string | null;

    @ResponseListMember(() => resource as Type<object>, {
      description: 'The results, in a fixed order.',
      example: undefined,
      maxItems: MAX_PAGE_SIZE,
    })
    results!: Result[];
  }
  return ListPage;
}

export function toPage<Row>(
  request: PageRequest,
  found: Page<Row> | RecordPage<Row>,
  next: string | null,
  choice: Choice | undefined,
): Json<ResultPage<Row>> | ResultPage<Row> {
  const envelope = envelopeOf(request, found.total, next);
  if (!choice && 'between' in found) {
    const head = JSON.stringify({ count: found.count, ...envelope }).slice(0, -1);
    return new Json(found.between(`${head},"results":[`, ']}'));
  }
  const results = choice ? found.rows.map((row) => pick(row, choice) as Row) : [...found.rows];
  return { count: results.length, ...envelope, results };
}

const envelopeOf = ({ page, pageSize, behind }: PageRequest, total: number, next: string | null) =>
  behind
    ? { page_size: pageSize, next_cursor: next }
    : { total, page, total_pages: Math.ceil(total / pageSize), page_size: pageSize };
