import { addDays } from '../calendar.js';
import { clientNames } from '../names.js';
import type { Random } from '../random.js';
import type {
  ClientContent,
  CrmIdentifier,
  PersonContent,
  PipelineContent,
  StageOfPipeline,
  TimeSpan,
} from '../world.js';

const newBusiness = 'New business';
const existingClients = 'Existing clients';

export const stages = {
  qualified: { pipeline: newBusiness, stage: 'Qualified' },
  proposal: { pipeline: newBusiness, stage: 'Proposal sent' },
  won: { pipeline: newBusiness, stage: 'Closed won' },
  lost: { pipeline: newBusiness, stage: 'Closed lost' },
  extensionPossible: { pipeline: existingClients, stage: 'Extension possible' },
  extensionOffered: { pipeline: existingClients, stage: 'Extension offered' },
  extended: { pipeline: existingClients, stage: 'Extended' },
} as const satisfies Record<string, StageOfPipeline>;

export function makePipelines({ until }: TimeSpan): PipelineContent[] {
  return [
    {
      name: newBusiness,
      budget: 1_500_000,
      anticipatedStartDate: addDays(until, 45),
      stages: [
        { name: stages.qualified.stage, likelihood: 0.2, outcome: 'open' },
        { name: stages.proposal.stage, likelihood: 0.5, outcome: 'open' },
        { name: stages.won.stage, likelihood: 1, outcome: 'won' },
        { name: stages.lost.stage, likelihood: 0, outcome: 'lost' },
      ],
    },
    {
      name: existingClients,
      budget: 900_000,
      anticipatedStartDate: addDays(until, 30),
      stages: [
        { name: stages.extensionPossible.stage, likelihood: 0.4, outcome: 'open' },
        { name: stages.extensionOffered.stage, likelihood: 0.7, outcome: 'open' },
        { name: stages.extended.stage, likelihood: 1, outcome: 'won' },
      ],
    },
  ];
}

/** About one client for two projects. */
export function makeClients(
  projects: number,
  people: readonly PersonContent[],
  random: Random,
): ClientContent[] {
  const managers = people.filter(({ department }) =>
    ['Consulting', 'Delivery Management'].includes(department),
  );
  const names = random.shuffled(clientNames);
  return Array.from({ length: Math.max(3, Math.ceil(projects / 2)) }, (_, index) => {
    const round = Math.floor(index / names.length);
    const name = `${names[index % names.length] as string}${round > 0 ? ` ${round + 1}` : ''}`;
    return {
      name,
      accountManager: random.pick(managers).email,
      crmIdentifiers: [
        crmIdentifier('hubspot', 'company', 40_000 + index * 7),
        ...(random.chance(30) ? [crmIdentifier('netsuite', 'customer', 900 + index)] : []),
      ],
    };
  });
}

export function crmIdentifier(system: string, kind: string, number: number): CrmIdentifier {
  return {
    system,
    identifier: String(number),
    url: `https://${system}.example.com/${kind}/${number}`,
  };
}
