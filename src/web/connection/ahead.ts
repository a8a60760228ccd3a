import { exchange } from './exchange.js';
import { apiAddress, isInside, pagesPath } from './place.js';
import { firstRequest, sessionToken } from './session.js';

const ME = `${apiAddress}/v1/me`;
const nothing = (): void => undefined;

const token = isInside(location.pathname.slice(pagesPath.length)) ? sessionToken() : null;

/** Over when the server has said whether somebody is signed in. */
export const isAnswered: Promise<void> = Promise.resolve(token).then(nothing, nothing);

/** Over when it has been asked, or need not be. */
export const isAsked: Promise<void> = Promise.race([isAnswered, firstRequest]);

let me = token && token.then(askForMe);
me?.catch(() => (me = null));

/** What came back to the same request, where it was made before the pages were there. Given once. */
export function askedAhead({ url }: Request): Promise<Response> | null {
  if (url !== ME) return null;
  const asked = me;
  me = null;
  return asked;
}

/** With its body, since not every page takes it. */
async function askForMe(key: string): Promise<Response> {
  const response = await exchange(new Request(ME, { headers: { 'X-API-KEY': key } }));
  return new Response(await response.blob(), response);
}
