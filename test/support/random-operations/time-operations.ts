import type { DeliveryModel, ModelPerson } from './delivery-model.js';
import {
  badHours,
  days,
  goodHours,
  over,
  pick,
  when,
  type Attempt,
  type Operations,
  type Picks,
} from './random-operation.js';

const whenAway = ({ startDate, archivedOn }: ModelPerson, date: string): string[] => [
  ...when(startDate !== null && date < startDate, 'actual_time.before_person_start'),
  ...when(archivedOn !== null && date > archivedOn, 'actual_time.after_person_termination'),
];

export const timeOperations = {
  record: (model: DeliveryModel, [a, b, c, d]: Picks): Attempt | null =>
    over(model.offerings, a, (offering) => {
      const person = pick(model.people, b);
      const date = pick(days, c);
      const hours = pick([...goodHours, ...goodHours, 0, ...badHours], d);
      const project = pick([undefined, offering.project, offering.project, ...model.projects], d);
      return {
        method: 'POST',
        path: '/v1/actual-time',
        body: {
          project_id: project?.id,
          project_offering_id: offering.id,
          person_id: person.id,
          recorded_date: date,
          hours: hours / 100,
        },
        refusals: [
          ...when(!goodHours.includes(hours), 'request.invalid'),
          ...when(project !== undefined && project.mergedInto !== null, 'project.merged'),
          ...when(project !== undefined && project !== offering.project, 'actual_time.project_differs'),
          ...when(offering.project.isArchived, 'actual_time.project_archived'),
          ...whenAway(person, date),
        ],
        done: ({ id, project_offering_role_id: roleId }) => {
          let role = model.roleOf(offering, person);
          if (!role) {
            role = { id: roleId as string, offering, person, requisition: null, planned: new Map() };
            model.roles.push(role);
          }
          if (role.id !== roleId) throw new Error('The time is on another role than that of the person.');
          model.time.push({ id: id as string, role, person, date, hours });
        },
      };
    }),

  correct: (model: DeliveryModel, [a, b, c]: Picks): Attempt | null =>
    over(model.time, a, (entry) => {
      const date = pick(days, b);
      const hours = pick([...goodHours, ...goodHours, 0, ...badHours], c);
      return {
        method: 'PATCH',
        path: `/v1/actual-time/${entry.id}`,
        body: { recorded_date: date, hours: hours / 100 },
        refusals: [
          ...when(!goodHours.includes(hours), 'request.invalid'),
          // Hours of a day that was there before the person left can be corrected.
          ...(date === entry.date ? [] : whenAway(entry.person, date)),
        ],
        done: () => Object.assign(entry, { date, hours }),
      };
    }),

  remove: (model: DeliveryModel, [a]: Picks): Attempt | null =>
    over(model.time, a, (entry) => ({
      method: 'DELETE',
      path: `/v1/actual-time/${entry.id}`,
      refusals: [],
      done: () => (model.time = model.time.filter((other) => other !== entry)),
    })),

  archivePerson: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.people, a, (person) => {
      const isArchived = pick([false, false, true], b);
      return {
        method: 'PATCH',
        path: `/v1/people/${person.id}`,
        body: { is_archived: isArchived },
        refusals: [],
        done: ({ archived_on }) =>
          Object.assign(person, { isArchived, archivedOn: archived_on as string | null }),
      };
    }),

  closeRequisition: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.requisitions, a, (requisition) => {
      const isClosed = pick([false, true], b);
      return {
        method: 'PATCH',
        path: `/v1/requisitions/${requisition.id}`,
        body: { status: isClosed ? 'closed' : 'open' },
        refusals: [],
        done: () => (requisition.isClosed = isClosed),
      };
    }),
} satisfies Operations;
