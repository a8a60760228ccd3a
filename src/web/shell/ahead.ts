import { isInside, pagesPath } from '../api/place.js';
import { sessionToken } from '../api/session.js';

const needsToken = isInside(location.pathname.slice(pagesPath.length));
const ignored = (): void => undefined;

/** Over when the server has said whether somebody is signed in. It is asked before anything else of the pages is run. */
export const isAnswered: Promise<void> = needsToken
  ? sessionToken().then(ignored, ignored)
  : Promise.resolve();
