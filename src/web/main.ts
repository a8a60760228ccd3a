import { isAsked } from './connection/ahead.js';

// The server is asked before all that is large is run.
void isAsked.then(() => import('./shell/pages.js'));
