import type { DeliveryModel, ModelOffering, ModelRole } from './delivery-model.js';
import {
  badHours,
  days,
  goodHours,
  over,
  pathOf,
  pick,
  when,
  type Attempt,
  type Operations,
  type Picks,
} from './random-operation.js';
import { UNUSED_ID } from '../requests/refusals.js';

export const roleOperations = {
  createRole: (model: DeliveryModel, [a, b, c]: Picks): Attempt | null =>
    over(model.offerings, a, (offering) => {
      const { assignment, refusals, person, requisition } = assignmentFor(model, offering, c);
      return {
        method: 'POST',
        path: `${pathOf(offering)}/roles`,
        body: { role_id: pick(model.roleIds, b), assignment },
        refusals: [...refusals, ...when(offering.project.isArchived, 'project.archived')],
        done: ({ id }) =>
          model.roles.push({ id: id as string, offering, person, requisition, planned: new Map() }),
      };
    }),

  assign: (model: DeliveryModel, [a, b]: Picks): Attempt | null =>
    over(model.roles, a, (role) => {
      const { assignment, refusals, person, requisition } = assignmentFor(model, role.offering, b, role);
      const isReplaced = role.person !== null && person !== role.person;
      return {
        method: 'PATCH',
        path: pathOf(role.offering, role),
        body: { assignment },
        refusals: [
          ...refusals,
          ...when(isReplaced && model.timeOn(role).length > 0, 'project_offering_role.person_has_time'),
        ],
        done: () => Object.assign(role, { person, requisition }),
      };
    }),

  deleteRole: (model: DeliveryModel, [a]: Picks): Attempt | null =>
    over(model.roles, a, (role) => ({
      method: 'DELETE',
      path: pathOf(role.offering, role),
      refusals: [
        ...when(role.person !== null || role.requisition !== null, 'project_offering_role.is_assigned'),
        ...when(role.planned.size > 0, 'project_offering_role.has_planned_time'),
        ...when(model.timeOn(role).length > 0, 'project_offering_role.has_actual_time'),
      ],
      done: () => (model.roles = model.roles.filter((other) => other !== role)),
    })),

  plan: (model: DeliveryModel, [a, b, c, d]: Picks): Attempt | null =>
    over(model.roles, a, (role) => {
      const entries = [b, c, d].map((number = 0) => ({
        plan_date: pick(days, number),
        hours: pick([0, 0, ...goodHours, ...goodHours, pick(badHours, number)], number >> 3),
      }));
      const isRepeated = new Set(entries.map(({ plan_date }) => plan_date)).size < entries.length;
      const isWrong = entries.some(({ hours }) => badHours.includes(hours));
      return {
        method: 'POST',
        path: `${pathOf(role.offering, role)}/planned-time`,
        body: entries.map(({ plan_date, hours }) => ({ plan_date, hours: hours / 100 })),
        refusals: when(isRepeated || isWrong, 'request.invalid'),
        done: () => {
          for (const { plan_date, hours } of entries) {
            if (hours === 0) role.planned.delete(plan_date);
            else role.planned.set(plan_date, hours);
          }
        },
      };
    }),
} satisfies Operations;

/** An assignment to somebody, to a requisition, to nobody, or to who does not exist. */
function assignmentFor(model: DeliveryModel, offering: ModelOffering, number = 0, role?: ModelRole) {
  const choices = [
    { assignment: null, person: null, requisition: null, refusals: [] as string[] },
    {
      assignment: { type: 'person', id: UNUSED_ID },
      person: null,
      requisition: null,
      refusals: ['person.not_usable'],
    },
    ...model.people.map((person) => ({
      assignment: { type: 'person', id: person.id },
      person,
      requisition: null,
      refusals: [
        ...when(person.isArchived && role?.person !== person, 'person.not_usable'),
        ...when(
          model.roles.some(
            (other) => other !== role && other.offering === offering && other.person === person,
          ),
          'project_offering_role.person_has_role',
        ),
      ],
    })),
    ...model.requisitions.map((requisition) => ({
      assignment: { type: 'requisition', id: requisition.id },
      person: null,
      requisition,
      refusals: when(requisition.isClosed && role?.requisition !== requisition, 'requisition.not_usable'),
    })),
  ];
  return pick(choices, number);
}
