import { Injectable } from '@nestjs/common';
import type { Written } from '../../../platform/bulk/index.js';
import { ConcurrentChange, violates } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { newId } from '../../../platform/values/index.js';
import { ProjectOfferingRoleDirectory } from '../../delivery/index.js';
import type { ActualTimeResponse } from '../actual-time/actual-time.dto.js';
import { ACTUAL_TIME_IDENTIFIER_KEY } from '../actual-time/actual-time.rules.js';
import { ActualTimeRepository, type Identified } from '../actual-time/actual-time.repository.js';
import { newActualTime } from '../actual-time/new-actual-time.js';
import { parentsOf } from '../actual-time/parents-of.js';
import { actualTimeCreated, actualTimeModified } from '../time-tracking.events.js';
import { identifierKey } from './actual-time-identifier.repository.js';
import type { AcceptedRecording } from './accepted-time.js';
import type { ActualTimeWeekResponse } from './actual-time-bulk.dto.js';
import type { Correction } from './wanted-time.js';

export type ActualTimeBody = ActualTimeResponse | ActualTimeWeekResponse;

export type Accepted = AcceptedRecording | Correction;

@Injectable()
export class ActualTimeBulkWriter {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly offeringRoles: ProjectOfferingRoleDirectory,
    private readonly events: EventPublisher,
  ) {}

  async write(
    organizationId: string,
    accepted: readonly Accepted[],
  ): Promise<Map<Accepted, Written<ActualTimeBody>>> {
    const recordings = accepted.filter((each): each is AcceptedRecording => 'pair' in each);
    const corrections = accepted.filter((each): each is Correction => 'before' in each);
    const roleIds = await this.roleIdsOf(organizationId, recordings);
    const times = recordings.map((recording, index) => timesOf(recording, roleIds[index] as string));
    const [recorded, corrected] = await Promise.all([
      this.insert(organizationId, times.flat()),
      this.correct(
        organizationId,
        corrections.filter(({ changed }) => changed.length > 0),
      ),
    ]).catch((error: unknown) => {
      throw violates(error, ACTUAL_TIME_IDENTIFIER_KEY) ? new ConcurrentChange(error) : error;
    });
    return new Map<Accepted, Written<ActualTimeBody>>([
      ...recordings.map((recording, index): [Accepted, Written<ActualTimeBody>] => {
        const entries = (times[index] ?? []).map(({ id }) => recorded.get(id) as ActualTimeResponse);
        const [first] = entries as [ActualTimeResponse];
        return [recording, { isNew: true, body: recording.week === undefined ? first : { entries } }];
      }),
      ...corrections.map((each): [Accepted, Written<ActualTimeBody>] => [
        each,
        { isNew: false, body: corrected.get(each.before.id) ?? each.before },
      ]),
    ]);
  }

  private async roleIdsOf(
    organizationId: string,
    recordings: readonly AcceptedRecording[],
  ): Promise<string[]> {
    const roleless = recordings.filter(({ offeringRoleId }) => offeringRoleId === null);
    const given = await this.offeringRoles.giveRoles(
      organizationId,
      roleless.map(({ pair, offering, roleId }) => ({ ...pair, projectId: offering.project_id, roleId })),
    );
    const givenTo = new Map(roleless.map((recording, index) => [recording, given[index] as string]));
    return recordings.map((recording) => recording.offeringRoleId ?? (givenTo.get(recording) as string));
  }

  private async insert(
    organizationId: string,
    times: readonly Identified[],
  ): Promise<Map<string, ActualTimeResponse>> {
    const events = times.map((time) => ({ organizationId, id: time.id, payload: parentsOf(time) }));
    const [recorded] = await Promise.all([
      this.times.insertAll(organizationId, inOrderOfIdentifiers(times)),
      this.events.publish(actualTimeCreated, ...events),
    ]);
    return recorded;
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

const timesOf = ({ times, offering }: AcceptedRecording, offeringRoleId: string): Identified[] =>
  times.map((time) => newActualTime(newId(), time, offering, offeringRoleId));

// Two that create the same records wait for each other instead of locking up.
function inOrderOfIdentifiers(times: readonly Identified[]): readonly Identified[] {
  const keyOf = ({ crm_identifiers: [first] }: Identified): string => (first ? identifierKey(first) : '');
  const keyed = times.map((time) => ({ time, key: keyOf(time) }));
  if (keyed.every(({ key }) => key === '')) return times;
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ time }) => time);
}
