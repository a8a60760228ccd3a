import type { DomainEvent } from '../../platform/events/index.js';

/** The members that were changed, by their names on the wire. */
type Modified = { readonly modifiedProperties: readonly string[] };
type InProject = { readonly projectId: string };
type InOffering = InProject & { readonly projectOfferingId: string };

/** What an event of each topic carries beside the id of its record. */
interface Payloads {
  'project.created': undefined;
  'project.modified': Modified;
  /** The id is that of the project that was merged away. */
  'project.merged': { readonly targetProjectId: string };
  'projectoffering.created': InProject;
  'projectoffering.modified': InProject & Modified;
  'projectofferingrole.created': InOffering;
  'projectofferingrole.modified': InOffering & Modified;
  'projectofferingrole.deleted': InOffering;
  /** The id is that of the offering role; the days are the first and the last that were changed. */
  'projectofferingroleplannedtime.modified': InOffering & {
    readonly startDate: string;
    readonly endDate: string;
  };
}

type EventOf<Topic extends keyof Payloads> = Omit<DomainEvent, 'payload'> & {
  readonly topic: Topic;
} & (Payloads[Topic] extends undefined ? object : { readonly payload: Payloads[Topic] });

export type DeliveryEvent = { [Topic in keyof Payloads]: EventOf<Topic> }[keyof Payloads];
