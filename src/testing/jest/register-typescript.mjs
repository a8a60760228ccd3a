import nodeModule, { register } from 'node:module';
import * as hooks from './typescript-hooks.mjs';

// From here on Node imports the sources as they are. Node 20 knows hooks in another thread only: the application takes twice as long.
if (nodeModule.registerHooks) nodeModule.registerHooks(hooks);
else register('./typescript-hooks.mjs', import.meta.url);
