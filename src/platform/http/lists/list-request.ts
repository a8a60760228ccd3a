import { Readable } from 'node:stream';
import { createParamDecorator, StreamableFile, type ExecutionContext, type Type } from '@nestjs/common';
import type { Response } from 'express';
import type { PageRequest } from '../../database/index.js';
import { invalid } from '../../errors/index.js';
import { entityTag } from '../../writes/entity-tags.js';
import type { ApiRequest } from '../caller.js';
import type { Json } from '../json.js';
import {
  itemOf,
  pageRequest,
  toPage,
  type LargestPage,
  type PositionQuery,
  type ResultPage,
} from '../paging.dto.js';
import { listedBy } from './listed-page.js';
import { acceptedForm, exportTypes, type ListForm } from './accepted-form.js';
import { chosenMembers, type Choice } from './chosen-members.js';
import { RETRY_SECONDS, takeExportSlot } from './export-slots.js';
import { itemMembersOf, type ItemMembers } from './item-members.js';
import { cursorOf, positionOf, START, type CursorScope } from './list-cursor.js';
import { EXPORT_PAGE_SIZE, streamOf, writerOf, type FoundPage } from './list-export.js';
import { cursorTargets, linkHeader, numberedTargets } from './list-links.js';

export type ListAnswer<Page> = Json<Page> | Page | StreamableFile;

interface ExportOptions {
  readonly items: ItemMembers;
  readonly choice: Choice | undefined;
  readonly largest: LargestPage | undefined;
}

type ReadPage<Row> = (page: PageRequest) => Promise<FoundPage<Row>>;

/** What a request asks of a list besides its filters: which page or all, in which form, and which members. */
export class ListRequest {
  constructor(
    private readonly request: ApiRequest,
    private readonly response: Response,
    private readonly item: Type,
  ) {}

  async answer<Row>(
    query: PositionQuery,
    read: ReadPage<Row>,
    largest?: LargestPage,
  ): Promise<ListAnswer<ResultPage<Row>>> {
    this.response.vary('Accept');
    const { fields } = query;
    const items = itemMembersOf(this.item);
    const choice = fields === undefined ? undefined : chosenMembers(fields, items);
    const form = acceptedForm(this.request);
    if (form !== 'json') return this.export(form, query, read, { items, choice, largest });
    const scope = query.cursor === undefined ? undefined : this.scopeOf(query);
    const page = pageRequest(query, scope && positionOf(query.cursor ?? START, scope), largest);
    const found = await read(page);
    const next = scope && found.next ? cursorOf(found.next, scope) : null;
    const targets = scope
      ? cursorTargets(next)
      : numberedTargets(page.page, Math.ceil(found.total / page.pageSize));
    const link = linkHeader(this.request.originalUrl, targets);
    if (link !== '') this.response.setHeader('Link', link);
    if (found.version !== undefined) this.response.setHeader('ETag', entityTag(found.version));
    return toPage(page, found, next, choice);
  }

  private async export<Row>(
    form: Exclude<ListForm, 'json'>,
    query: PositionQuery,
    read: ReadPage<Row>,
    { items, choice, largest }: ExportOptions,
  ): Promise<StreamableFile> {
    exportMustBeWhole(query);
    const all = { ...pageRequest(query, []), pageSize: largest?.size ?? EXPORT_PAGE_SIZE };
    const pages = { ...all, hasLines: form === 'ndjson' && choice === undefined };
    const found = await read(pages);
    const release = found.next ? this.takeSlot() : () => undefined;
    try {
      const readBehind = (behind: readonly string[]) => read({ ...pages, behind });
      const isHead = this.request.method === 'HEAD';
      const rows = isHead ? Readable.from([]) : streamOf(found, writerOf(form, items, choice), readBehind);
      rows.once('close', release);
      this.response.once('close', release);
      if (this.response.closed) rows.destroy();
      return new StreamableFile(rows, { type: exportTypes[form] });
    } catch (error) {
      release();
      throw error;
    }
  }

  private takeSlot(): () => void {
    try {
      return takeExportSlot();
    } catch (error) {
      this.response.setHeader('Retry-After', RETRY_SECONDS);
      throw error;
    }
  }

  private scopeOf(query: PositionQuery): CursorScope {
    const {
      page: _page,
      pageSize: _size,
      page_size: _other,
      cursor: _cursor,
      fields: _fields,
      ...filters
    } = query;
    const { caller, path: sent, resolvedPath: path = sent } = this.request;
    return {
      organizationId: caller?.organizationId ?? '',
      // With ids in the place of references, whose case counts.
      path: path.toLowerCase().replace(/\/$/, ''),
      filters,
    };
  }
}

const ofPages = ['page', 'pageSize', 'page_size', 'cursor'] as const;

function exportMustBeWhole(query: PositionQuery): void {
  const given = ofPages.filter((name) => query[name] !== undefined);
  if (given.length === 0) return;
  const message = 'must be absent: an export, which the header Accept asks for, has all that matches';
  throw invalid(Object.fromEntries(given.map((name) => [name, [message]])));
}

export const RequestedList = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ListRequest => {
    const http = context.switchToHttp();
    const page = listedBy(context.getHandler());
    if (!page) throw new Error('RequestedList is for routes of ListRoute.');
    return new ListRequest(http.getRequest<ApiRequest>(), http.getResponse<Response>(), itemOf(page));
  },
);
