import { addDays, daysBetween, type Day } from '../calendar.js';
import { industries } from '../names.js';
import { datesOf, pauseOf } from './project-dates.js';
import type { Random } from '../random.js';
import { tagsFor } from '../people/roles.js';
import { crmIdentifier, stages } from './sales.js';
import { clientThemes, internalThemes, type OfferingTheme, type ProjectTheme } from './themes.js';
import type {
  ClientContent,
  PersonContent,
  ProjectContent,
  StageOfPipeline,
  Status,
  TimeSpan,
} from '../world.js';

/** An offering before anybody is planned for it. */
export interface OfferingFrame {
  readonly key: string;
  readonly theme: OfferingTheme;
  readonly isInternal: boolean;
  readonly status: Status;
  readonly from: Day;
  readonly to: Day;
  /** No work between these days: the project rests. */
  readonly pause: { readonly from: Day; readonly to: Day } | null;
}

export interface ProjectFrame {
  readonly project: Omit<ProjectContent, 'offerings' | 'budget'>;
  readonly offerings: readonly OfferingFrame[];
}

type Deal = readonly [Status, StageOfPipeline | null];

const internal = (status: Status): Deal => [status, null];

// The first eight hold every status and every stage, so that a small organization shows them all.
const firstDeals: readonly Deal[] = [
  ['in_progress', stages.extensionOffered],
  ['completed', stages.won],
  ['pre_sale', stages.proposal],
  ['awaiting_start', stages.extended],
  ['on_hold', stages.extensionPossible],
  ['pre_sale', stages.qualified],
  ['pre_sale', stages.lost],
  internal('in_progress'),
];

const laterDeals: readonly Deal[] = [
  ['in_progress', stages.won],
  ['completed', stages.won],
  ['in_progress', stages.won],
  ['pre_sale', stages.proposal],
  ['in_progress', stages.extended],
  ['completed', stages.extended],
  ['in_progress', stages.won],
  internal('completed'),
  ['awaiting_start', stages.won],
  ['in_progress', stages.extensionPossible],
  ['pre_sale', stages.qualified],
  ['completed', stages.won],
  ['in_progress', stages.won],
  internal('in_progress'),
  ['pre_sale', stages.lost],
  ['on_hold', stages.won],
];

function dealAt(index: number): Deal {
  const deal = firstDeals[index] ?? laterDeals[(index - firstDeals.length) % laterDeals.length];
  return deal ?? internal('in_progress');
}

const isInternal = ([, stage]: Deal): boolean => stage === null;

export function makeProjects(
  count: number,
  clients: readonly ClientContent[],
  people: readonly PersonContent[],
  span: TimeSpan,
  random: Random,
): ProjectFrame[] {
  const used = { client: 0, internal: 0 };
  return Array.from({ length: count }, (_, index) => {
    const deal = dealAt(index);
    const client = isInternal(deal) ? null : (clients[used.client % clients.length] as ClientContent);
    const themes = client === null ? internalThemes : clientThemes;
    const turn = client === null ? used.internal++ : used.client++;
    const theme = themes[turn % themes.length] as ProjectTheme;
    const isRepeated = turn >= themes.length && client === null;
    const name = `${theme.name}${isRepeated ? ` ${Math.floor(turn / themes.length) + 1}` : ''}`;
    return makeProject(index, { name, theme, deal, client, people, span, random });
  });
}

interface Making {
  readonly name: string;
  readonly theme: ProjectTheme;
  readonly deal: Deal;
  readonly client: ClientContent | null;
  readonly people: readonly PersonContent[];
  readonly span: TimeSpan;
  readonly random: Random;
}

function makeProject(index: number, making: Making): ProjectFrame {
  const { theme, client, span, random } = making;
  const [status, stage] = making.deal;
  const [startDate, endDate] = datesOf(status, client === null, span, random);
  const days = daysBetween(startDate, endDate);
  const dayAt = (percent: number) => addDays(startDate, Math.round((days * percent) / 100));
  return {
    project: {
      name: client === null ? making.name : `${making.name} for ${client.name}`,
      client: client?.name ?? null,
      status,
      stage,
      startDate,
      endDate,
      targetMargin: client === null ? 0 : random.pick([0.25, 0.3, 0.35, 0.4]),
      tags: random.some(tagsFor.projects, client === null ? 10 : 28),
      isIncluded: stage !== stages.lost,
      crmIdentifiers: client === null ? [] : [crmIdentifier('hubspot', 'deal', 7_000 + index * 13)],
      metadata: metadataOf(making),
    },
    offerings: theme.offerings.map((offering) => ({
      key: `${index}/${offering.name}`,
      theme: offering,
      isInternal: client === null,
      status,
      from: dayAt(offering.from),
      to: dayAt(offering.to),
      pause: status === 'on_hold' ? pauseOf(startDate, endDate, span) : null,
    })),
  };
}

function metadataOf({ client, people, random }: Making): ProjectContent['metadata'] {
  const owner = random.pick(people).email;
  if (client === null) return { cost_center: `CC-${random.between(100, 140)}`, sponsor: owner };
  return {
    deal_owner: owner,
    industry: random.pick(industries),
    purchase_order: random.chance(60) ? `PO-${random.between(10_000, 99_999)}` : null,
    priority: random.between(1, 3),
    is_reference: random.chance(25),
  };
}
