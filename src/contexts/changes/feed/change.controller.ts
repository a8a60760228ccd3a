import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  GetRoute,
  pageRequest,
  type Caller,
} from '../../../platform/http/index.js';
import { toChangeResponse } from './change-response.js';
import { ChangePage, ListChangesQuery } from './change.dto.js';
import { cursorExpired } from './change.rules.js';
import { ChangeService } from './change.service.js';

@Controller({ path: 'changes', version: '1' })
@ApiResource('Changes', 'organization')
export class ChangeController {
  constructor(private readonly changes: ChangeService) {}

  @GetRoute({
    scope: 'none',
    refuses: [cursorExpired],
    response: ChangePage,
    answer: 'A part of the feed.',
    summary: 'Follow the changes',
    description:
      'Lists every change of every record in one order, in which nothing ever appears before a cursor later; those of one record in the order of its versions. A change is there at latest a second after it was made. Any token may ask: kinds of records that it may not read are left out, and changes of users, sessions, access tokens and webhook subscribers are shown to administrators only. Go on with `next_cursor`, and pass `wait` to be answered as soon as there is something new. Changes are kept for `CHANGES_DAYS` days, 30 by default; a cursor that is older is refused with 410 `changes.cursor_expired`: take `cursor=now`, read all lists, then follow the feed from there. With `direction=backward` the last changes come first: `cursor` is then the position up to which they are listed.',
  })
  async listChanges(@CurrentCaller() caller: Caller, @Query() query: ListChangesQuery): Promise<ChangePage> {
    const { pageSize } = pageRequest(query);
    const {
      direction = 'forward',
      cursor,
      topics,
      resource_id: resourceId,
      actor_id: actorId,
      expand = [],
      wait = 0,
    } = query;
    const withValues = expand.includes('values');
    const found = await this.changes.read(caller, {
      direction,
      cursor,
      topics,
      resourceId,
      actorId,
      limit: pageSize,
      waitSeconds: wait,
      withValues,
      withRecords: expand.includes('resource'),
    });
    return {
      count: found.rows.length,
      page_size: pageSize,
      has_more: found.hasMore,
      next_cursor: String(found.next),
      results: found.rows.map((row) => toChangeResponse(row, caller.scopes, withValues, found.recordOf)),
    };
  }
}
