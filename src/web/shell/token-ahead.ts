import { isInside, pagesPath } from '../api/place.js';
import { sessionToken } from '../api/session.js';

// What nearly every page asks for first: on its way before anything else of the pages is run.
if (isInside(location.pathname.slice(pagesPath.length))) sessionToken().catch(() => undefined);
