import { Injectable } from '@nestjs/common';
import type { Written } from '../../../platform/bulk/index.js';
import { ConcurrentChange, violates } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import type { ActualTimeResponse } from '../actual-time/actual-time.dto.js';
import { ACTUAL_TIME_IDENTIFIER_KEY } from '../actual-time/actual-time.rules.js';
import { ActualTimeRecordingService } from '../actual-time/actual-time-recording.service.js';
import { ActualTimeRepository } from '../actual-time/actual-time.repository.js';
import { parentsOf } from '../actual-time/parents-of.js';
import { actualTimeModified } from '../time-tracking.events.js';
import type { AcceptedRecording } from './accepted-time.js';
import type { ActualTimeWeekResponse } from './actual-time-bulk.dto.js';
import type { Correction } from './wanted-time.js';

export type ActualTimeBody = ActualTimeResponse | ActualTimeWeekResponse;

export type Accepted = AcceptedRecording | Correction;

@Injectable()
export class ActualTimeBulkWriter {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly recording: ActualTimeRecordingService,
    private readonly events: EventPublisher,
  ) {}

  async write(
    organizationId: string,
    accepted: readonly Accepted[],
  ): Promise<Map<Accepted, Written<ActualTimeBody>>> {
    const recordings = accepted.filter((each): each is AcceptedRecording => 'pair' in each);
    const corrections = accepted.filter((each): each is Correction => 'before' in each);
    const [recorded, corrected] = await Promise.all([
      this.recording.recordAll(organizationId, recordings),
      this.correct(
        organizationId,
        corrections.filter(({ changed }) => changed.length > 0),
      ),
    ]).catch((error: unknown) => {
      throw violates(error, ACTUAL_TIME_IDENTIFIER_KEY) ? new ConcurrentChange(error) : error;
    });
    return new Map<Accepted, Written<ActualTimeBody>>([
      ...recordings.map((recording, index): [Accepted, Written<ActualTimeBody>] => {
        const entries = recorded[index] as [ActualTimeResponse, ...ActualTimeResponse[]];
        const [first] = entries;
        return [recording, { isNew: true, body: recording.week === undefined ? first : { entries } }];
      }),
      ...corrections.map((each): [Accepted, Written<ActualTimeBody>] => [
        each,
        { isNew: false, body: corrected.get(each.before.id) ?? each.before },
      ]),
    ]);
  }

  private async correct(
    organizationId: string,
    corrections: readonly Correction[],
  ): Promise<Map<string, ActualTimeResponse>> {
    const events = corrections.map(({ before, after, changed }) =>
      changeOf(organizationId, [before, after], changed, parentsOf(before)),
    );
    const [corrected] = await Promise.all([
      this.times.correctAll(
        organizationId,
        corrections.map(({ after }) => after),
      ),
      this.events.publish(actualTimeModified, ...events),
    ]);
    return corrected;
  }
}
