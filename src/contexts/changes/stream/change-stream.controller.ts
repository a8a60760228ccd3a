import type { ServerResponse } from 'node:http';
import { Controller, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import {
  ApiResource,
  CurrentCaller,
  CurrentCredentials,
  StreamRoute,
  type Caller,
  type Credentials,
} from '../../../platform/http/index.js';
import { invalid } from '../../../platform/errors/index.js';
import { FollowChangesQuery, isCursor } from '../feed/change.dto.js';
import { cursorExpired, tooManyStreams } from '../feed/change.rules.js';
import { ChangeService } from '../feed/change.service.js';
import { ChangeStream } from './change-stream.js';
import { ChangeStreams } from './change-streams.js';
import { EventStream } from './event-stream.js';

@Controller({ path: 'changes/stream', version: '1' })
@ApiResource('Changes', 'organization')
export class ChangeStreamController {
  constructor(
    private readonly changes: ChangeService,
    private readonly streams: ChangeStreams,
  ) {}

  @StreamRoute({
    scope: 'none',
    refuses: [cursorExpired, tooManyStreams],
    summary: 'Stream the changes',
    description:
      'Tells of every change as it happens, as Server-Sent Events. Of each, `id` is the cursor and `data` the change as `GET /v1/changes` lists it. A client that connects again with `Last-Event-ID` gets what follows it, whatever `cursor` says. A comment comes every 15 seconds, with an `id` that tells how far the stream is. A token may have 5 streams in a process; the stream ends when the token is revoked, expires or allows something else than before, when the client does not read, and, with `retry`, when the process stops.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The `id` that came last: the stream goes on behind it.',
    schema: { type: 'string' },
    example: '10482',
  })
  async streamChanges(
    @CurrentCaller() caller: Caller,
    @Query() query: FollowChangesQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @CurrentCredentials() credentials: Credentials,
    @Res() response: ServerResponse,
  ): Promise<void> {
    if (lastEventId !== undefined && !isCursor(lastEventId)) {
      throw invalid({ 'Last-Event-ID': ['must be the id of an event of this stream'] });
    }
    const { topics, resource_id: resourceId, actor_id: actorId, expand = [] } = query;
    const filter = this.changes.filterOf(caller, { topics, resourceId, actorId });
    const cursor = await this.changes.start(lastEventId ?? query.cursor);
    this.streams.requireRoom(caller);
    const withValues = expand.includes('values');
    const withRecords = expand.includes('resource');
    const options = { caller, credentials, filter, withValues, withRecords };
    this.streams.add(new ChangeStream(new EventStream(response), options, cursor));
  }
}
