import { defineContext } from '../../platform/contexts/index.js';
import { ChangesModule } from './changes.module.js';
import { changeSettings } from './changes.settings.js';
import { ChangeRetention } from './retention/change-retention.js';

export const changes = defineContext({
  name: 'changes',
  module: ChangesModule,
  settings: changeSettings,
  retention: ChangeRetention,
  tags: { Changes: 'Every change of every record, in one order.' },
});
