import type { Type } from '@nestjs/common';
import type { Page, PageRequest, RecordPage } from '../database/index.js';
import { invalid } from '../errors/index.js';
import type { CalendarDate } from '../values/index.js';
import { Json } from './json.js';
import {
  ResponseListMember,
  ResponseNumberMember,
  DateQuery,
  FlagQuery,
  IntegerQuery,
  TextQuery,
} from './members/index.js';

const MAX_PAGE = 2_147_483_647;
const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = MAX_PAGE_SIZE;

const pageSize = { minimum: 1, maximum: MAX_PAGE_SIZE, decimals: 0 };
const countOf = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals: 0 };

export class PagingQuery {
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
}

export class NamedListQuery extends PagingQuery {
  @TextQuery({ description: 'Words that must all occur in the name, whatever their case.', example: 'north' })
  terms?: string;

  @FlagQuery({ description: 'Only archived ones, or only others. Default: all.', example: false })
  is_archived?: boolean;
}

export class DateRangeQuery extends PagingQuery {
  @DateQuery({ description: 'The first day, included.', example: '2026-11-16' })
  start_date?: CalendarDate;

  @DateQuery({ description: 'The last day, included; not before start_date.', example: '2026-11-22' })
  end_date?: CalendarDate;
}

/** @throws 400 when the range ends before it starts */
export function dateRangeMustNotBeReversed({ start_date, end_date }: DateRangeQuery): void {
  if (start_date === undefined || end_date === undefined || start_date <= end_date) return;
  throw invalid({ end_date: [`must not be before start_date, ${start_date}`] });
}

/** @throws 400 when the two spellings of the page size differ */
export function pageRequest({ page, pageSize, page_size }: PagingQuery): PageRequest {
  if (pageSize !== undefined && page_size !== undefined && pageSize !== page_size) {
    throw invalid({ page_size: ['must equal pageSize when both are given'] });
  }
  return { page: page ?? 1, pageSize: pageSize ?? page_size ?? DEFAULT_PAGE_SIZE };
}

export interface ResultPage<Result> {
  count: number;
  total: number;
  page: number;
  total_pages: number;
  page_size: number;
  results: Result[];
}

export function pageOf<Result>(resource: Type<Result>): Type<ResultPage<Result>> {
  class ListPage implements ResultPage<Result> {
    @ResponseNumberMember({ description: 'Results on this page.', example: 1, ...pageSize, minimum: 0 })
    count!: number;

    @ResponseNumberMember({ description: 'Results on all pages.', example: 1, ...countOf })
    total!: number;

    @ResponseNumberMember({
      description: 'This page, from 1.',
      example: 1,
      minimum: 1,
      maximum: MAX_PAGE,
      decimals: 0,
    })
    page!: number;

    @ResponseNumberMember({ description: 'Number of pages; 0 when nothing matches.', example: 1, ...countOf })
    total_pages!: number;

    @ResponseNumberMember({ description: 'Results per page.', example: 500, ...pageSize })
    page_size!: number;

    @ResponseListMember(() => resource as Type<object>, {
      description: 'The results, in a fixed order.',
      example: undefined,
      maxItems: MAX_PAGE_SIZE,
    })
    results!: Result[];
  }
  return ListPage;
}

export function toPage<Row>(page: PageRequest, found: Page<Row>): Json<ResultPage<Row>>;
export function toPage<Row, Result>(
  page: PageRequest,
  found: RecordPage<Row>,
  toResult: (row: Row) => Result,
): ResultPage<Result>;
export function toPage<Row, Result>(
  { page, pageSize }: PageRequest,
  found: Page<Row> | RecordPage<Row>,
  toResult?: (row: Row) => Result,
): Json<ResultPage<Row>> | ResultPage<Result> {
  const { total } = found;
  const envelope = { total, page, total_pages: Math.ceil(total / pageSize), page_size: pageSize };
  if (toResult) return { count: found.rows.length, ...envelope, results: found.rows.map(toResult) };
  const sent = found as Page<Row>;
  const head = JSON.stringify({ count: sent.count, ...envelope }).slice(0, -1);
  return new Json(sent.between(`${head},"results":[`, ']}'));
}
