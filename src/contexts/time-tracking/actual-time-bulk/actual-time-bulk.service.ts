import { Injectable } from '@nestjs/common';
import {
  BulkOutcome,
  idsMustDiffer,
  noneMustBeRefused,
  unlessRefused,
  type Bulk,
  type Written,
} from '../../../platform/bulk/index.js';
import { identifierKey } from '../../../platform/crm-identifiers/index.js';
import { ConcurrentChange, UnitOfWork } from '../../../platform/database/index.js';
import { BusinessError } from '../../../platform/errors/index.js';
import { ProjectDirectory, ProjectOfferingRoleDirectory } from '../../delivery/index.js';
import { strayProjectOf } from '../actual-time/actual-time-recording.rules.js';
import { actualTimeNotFound } from '../actual-time/actual-time.rules.js';
import { ActualTimeRepository } from '../actual-time/actual-time.repository.js';
import { acceptedCorrection, acceptedRecording, type AcceptedRecording } from './accepted-time.js';
import type { ActualTimeResponse } from '../actual-time/actual-time.dto.js';
import type { ActualTimeEntry } from './actual-time-bulk.dto.js';
import { ActualTimeIdentifierRepository } from './actual-time-identifier.repository.js';
import { ClaimedIdentifiers } from './claimed-identifiers.js';
import { ActualTimeBulkWriter, type Accepted, type ActualTimeBody } from './actual-time-bulk-writer.js';
import {
  correctionOf,
  mentionedIdentifiers,
  recordingOf,
  sentTime,
  type Correction,
  type Recording,
  type SentTime,
} from './wanted-time.js';

@Injectable()
export class ActualTimeBulkService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly identifiers: ActualTimeIdentifierRepository,
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
      const sent = entries.map((entry, index) => unlessRefused(entry, (one) => sentTime(index, one)));
      const mentioned = sent.flatMap((each) =>
        each instanceof BusinessError ? [] : mentionedIdentifiers(each),
      );
      const owners = await this.identifiers.owners(organizationId, mentioned);
      const wanted = await this.wanted(organizationId, sent, owners);
      const judged = await this.accepted(organizationId, wanted, mayBackfill);
      const claimed = new ClaimedIdentifiers(owners);
      const accepted = judged.map((each) => unlessRefused(each, (time) => claimedBy(time, claimed)));
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

  private async wanted(
    organizationId: string,
    sent: readonly (SentTime | BusinessError)[],
    owners: ReadonlyMap<string, string>,
  ): Promise<Wanted[]> {
    const idOf = ({ id, identifier }: SentTime): string | undefined =>
      identifier ? owners.get(identifierKey(identifier)) : id;
    idsMustDiffer(
      sent.map((each) => {
        if (each instanceof BusinessError) return undefined;
        return idOf(each) ?? (each.identifier && identifierKey(each.identifier));
      }),
    );
    const ids = sent.flatMap((each) => (each instanceof BusinessError ? [] : (idOf(each) ?? [])));
    const known = await this.times.lockAll(organizationId, ids);
    return sent.map((each) =>
      unlessRefused(each, (time) => {
        const id = idOf(time);
        if (id === undefined) return recordingOf(time);
        const before = known.get(id);
        if (before && isNamedBy(time, before)) return correctionOf(time, before);
        // Others have removed it meanwhile, or given its identifier to another one.
        throw time.identifier ? new ConcurrentChange(actualTimeNotFound()) : actualTimeNotFound();
      }),
    );
  }

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

const isNamedBy = ({ identifier }: SentTime, { crm_identifiers: listed }: ActualTimeResponse): boolean =>
  !identifier || listed.some((each) => identifierKey(each) === identifierKey(identifier));

function claimedBy(accepted: Accepted, claimed: ClaimedIdentifiers): Accepted {
  if ('pair' in accepted) claimed.claim(accepted.time.crm_identifiers ?? []);
  else claimed.claim(accepted.after.crm_identifiers, accepted.before.id);
  return accepted;
}
