export { AdaptersModule } from './adapters.module.js';
export { defineContext, type Context } from './context.js';
export { installContexts, installedContexts } from './install-contexts.js';
