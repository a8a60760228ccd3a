import { isInside, pagesPath } from './place.js';
import { firstRequest, sessionToken } from './session.js';

const nothing = (): void => undefined;

const token = isInside(location.pathname.slice(pagesPath.length)) ? sessionToken() : null;

/** Over when the server has said whether somebody is signed in. */
export const isAnswered: Promise<void> = Promise.resolve(token).then(nothing, nothing);

/** Over when it has been asked, or need not be. */
export const isAsked: Promise<void> = Promise.race([isAnswered, firstRequest]);
