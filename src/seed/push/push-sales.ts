import type { World } from '../world/world.js';
import type { PushContext } from './push-context.js';

export async function pushSales(world: World, context: PushContext): Promise<void> {
  const { ids } = context;
  await context.each('clients', world.clients, async ({ name, accountManager, crmIdentifiers }) => {
    await context.create('client', name, '/v1/clients', {
      name,
      account_manager_id: ids.of('person', accountManager),
      crm_identifiers: crmIdentifiers,
    });
  });
  await context.each('pipelines', world.pipelines, async (pipeline) => {
    const { stages } = await context.send<{ stages: { id: string; name: string }[] }>(
      'POST',
      '/v1/pipelines',
      {
        name: pipeline.name,
        budget: context.money(pipeline.budget),
        anticipated_start_date: pipeline.anticipatedStartDate,
        stages: pipeline.stages,
      },
    );
    for (const { id, name } of stages) ids.keep('stage', stageKey(pipeline.name, name), id);
  });
}

export const stageKey = (pipeline: string, stage: string): string => `${pipeline}: ${stage}`;
