import { bookingKey, withApprovals } from './time/approvals.js';
import { makeBookings, type Booking } from './planning/bookings.js';
import { addMonths } from './calendar.js';
import { roleOfBooking } from './planning/offering-roles.js';
import { OpenRoles } from './planning/open-roles.js';
import { makePeople } from './people/people.js';
import { optionsOf, roundedTo, worthOf } from './projects/pricing.js';
import { makeProjects, type OfferingFrame, type ProjectFrame } from './projects/projects.js';
import { Random } from './random.js';
import { makeRequisitions } from './people/requisitions.js';
import { departments, rateCards, roles, tags } from './people/roles.js';
import { makeClients, makePipelines } from './projects/sales.js';
import { makeWork } from './time/work.js';
import type { OfferingContent, ProjectContent, World, WorldOptions } from './world.js';

/** Makes up an organization. The same options give the same one. */
export function buildWorld(options: WorldOptions): World {
  const { until, months } = options;
  const random = new Random(options.seed);
  const span = { from: addMonths(until, -months), until, to: addMonths(until, Math.ceil(months / 2)) };
  const people = makePeople(options.people, span, random.fork('people'));
  const clients = makeClients(options.projects, people, random.fork('clients'));
  const requisitions = makeRequisitions(options.people, span, random.fork('requisitions'));
  const frames = makeProjects(options.projects, clients, people, span, random.fork('projects'));
  const offerings = frames.flatMap((frame) => frame.offerings);
  const bookings = makeBookings(people, offerings, span, random.fork('bookings'));
  const staffing = new Staffing(
    bookings,
    new OpenRoles(requisitions, span, random.fork('open roles')),
    random,
  );
  const work = makeWork(bookings, offerings, until, random.fork('work'));
  const planned = new Set(
    bookings.map(({ person, offering }) => bookingKey({ person: person.email, offering: offering.key })),
  );
  return {
    tags,
    departments,
    roles,
    people,
    requisitions,
    rateCards,
    clients,
    pipelines: makePipelines(span),
    projects: frames.map((frame) => staffing.project(frame)),
    work: withApprovals(work, people, planned, until),
  };
}

/** Puts roles and prices into the offerings. */
class Staffing {
  private readonly bookingsOf = new Map<OfferingFrame, Booking[]>();
  private readonly random: Random;

  constructor(
    bookings: readonly Booking[],
    private readonly openRoles: OpenRoles,
    random: Random,
  ) {
    this.random = random.fork('staffing');
    for (const booking of bookings) {
      this.bookingsOf.set(booking.offering, [...(this.bookingsOf.get(booking.offering) ?? []), booking]);
    }
  }

  project({ project, offerings: frames }: ProjectFrame): ProjectContent {
    const offerings = frames.map((frame) => this.offering(frame));
    const worth = offerings.reduce((sum, offering) => sum + worthOf(offering.roles), 0);
    const budget = (worth * this.random.between(95, 118)) / 100;
    return { ...project, offerings, budget: worth > 0 ? Math.max(1000, roundedTo(1000, budget)) : null };
  }

  private offering(frame: OfferingFrame): OfferingContent {
    const bookings = this.bookingsOf.get(frame) ?? [];
    const assigned = bookings.map((booking) => roleOfBooking(booking, this.random));
    const offeringRoles = [...assigned, ...this.openRoles.of(frame, bookings.length > 0)];
    const { name, billingModel } = frame.theme;
    return {
      key: frame.key,
      name,
      billingModel,
      options: optionsOf(frame, offeringRoles, this.random),
      roles: offeringRoles,
    };
  }
}
