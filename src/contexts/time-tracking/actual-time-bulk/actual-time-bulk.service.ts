import { Injectable } from '@nestjs/common';
import {
  BulkOutcome,
  noneMustBeRefused,
  unlessRefused,
  type Bulk,
  type Written,
} from '../../../platform/bulk/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { BusinessError } from '../../../platform/errors/index.js';
import { ProjectDirectory, ProjectOfferingRoleDirectory } from '../../delivery/index.js';
import { strayProjectOf } from '../actual-time/actual-time-recording.rules.js';
import { ActualTimeRepository } from '../actual-time/actual-time.repository.js';
import { acceptedCorrection, acceptedRecording, type AcceptedRecording } from './accepted-time.js';
import type { ActualTimeEntry } from './actual-time-bulk.dto.js';
import { ActualTimeBulkWriter, type Accepted, type ActualTimeBody } from './actual-time-bulk-writer.js';
import { correctionOf, recordingOf, type Correction, type Recording } from './wanted-time.js';

/** Records and corrects many at once, in the same statements however many. */
@Injectable()
export class ActualTimeBulkService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly offeringRoles: ProjectOfferingRoleDirectory,
    private readonly projects: ProjectDirectory,
    private readonly writer: ActualTimeBulkWriter,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param mayBackfill whether archived people can be given time */
  record(
    organizationId: string,
    { mode, entries }: Bulk<ActualTimeEntry>,
    mayBackfill = false,
  ): Promise<BulkOutcome<ActualTimeBody>> {
    return this.unitOfWork.run(async () => {
      const wanted = await this.wanted(organizationId, entries);
      const accepted = await this.accepted(organizationId, wanted, mayBackfill);
      noneMustBeRefused(mode, accepted);
      const written = await this.writer.write(
        organizationId,
        accepted.filter((each): each is Accepted => !(each instanceof BusinessError)),
      );
      const results = accepted.map((each) =>
        each instanceof BusinessError ? each : (written.get(each) as Written<ActualTimeBody>),
      );
      return new BulkOutcome(mode, results);
    });
  }

  private async wanted(organizationId: string, entries: Bulk<ActualTimeEntry>['entries']): Promise<Wanted[]> {
    const ids = entries.flatMap((entry) => (entry instanceof BusinessError ? [] : (entry.id ?? [])));
    const known = await this.times.lockAll(organizationId, ids);
    return entries.map((entry, index) =>
      unlessRefused(entry, (time) =>
        time.id === undefined ? recordingOf(index, time) : correctionOf(time, known.get(time.id)),
      ),
    );
  }

  /** Locks all that they depend on. */
  private async accepted(
    organizationId: string,
    wanted: readonly Wanted[],
    mayBackfill: boolean,
  ): Promise<(AcceptedRecording | Correction | BusinessError)[]> {
    const recordings = wanted.filter(isRecording);
    const assignments = await this.offeringRoles.lockAssignments(
      organizationId,
      recordings.map(({ pair }) => pair),
      wanted.filter(movesDay).map(({ before }) => before.person_id),
    );
    const strays = recordings.flatMap(({ time, pair }) => strayProjectOf(time, assignments.of(pair)));
    const projects = await this.projects.find(organizationId, [...new Set(strays)]);
    return wanted.map((each) =>
      unlessRefused(each, (time) =>
        isRecording(time)
          ? acceptedRecording(time, assignments, projects, mayBackfill)
          : acceptedCorrection(time, assignments),
      ),
    );
  }
}

type Wanted = Recording | Correction | BusinessError;

const isRecording = (wanted: Wanted): wanted is Recording => 'pair' in wanted;

const movesDay = (wanted: Wanted): wanted is Correction =>
  'changed' in wanted && wanted.changed.includes('recorded_date');
