import { queryOptions, useQuery } from '@tanstack/react-query';
import { pagesPath, sessionAddress } from '../connection/place.js';
import { postToSession } from '../connection/session.js';

interface SignInWays {
  readonly ways: readonly ('password' | 'oidc')[];
  readonly provider: string | null;
}

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: () => postToSession<SignInWays>('ways'),
  staleTime: Infinity,
});

/** Undefined until the server has said how people sign in here. */
export const useSignInWays = (): SignInWays | undefined => useQuery(signInWaysQuery).data;

/** Whether people have passwords here, and get the links that set them. */
export const useHasPasswords = (): boolean => useSignInWays()?.ways.includes('password') ?? false;

/** Leaves the pages; the provider sends the browser back to `return_to`. */
export const goToProvider = (query: Readonly<Record<string, string>>): void =>
  window.location.assign(`${sessionAddress('oidc')}?${new URLSearchParams(query).toString()}`);

/** As `return_to` has it, without the path below which a proxy has the pages. */
export const presentPage = (): string =>
  `/app${window.location.pathname.slice(pagesPath.length)}${window.location.search}`;

/** Why the provider signed nobody in, by the code with which the browser came back. */
const words = new Map(
  Object.entries({
    'sign_in.organization_needed':
      'This installation has several organizations: name yours, then go to the provider once more.',
    'sign_in.provider_unavailable': 'The provider cannot be reached at the moment: try again in a minute.',
    'sign_in.provider_refused':
      'The provider did not sign you in, or its answer cannot be trusted: try again.',
    'sign_in.state_unknown':
      'This sign-in was begun in another browser, more than ten minutes ago, or is over: begin again.',
    'sign_in.user_unknown':
      'Nobody here has this account of the provider: ask an administrator for an invitation to its address.',
    'sign_in.other_user': 'This is the account of another user: sign in again as the one that you are here.',
    'user.oidc_subject_in_use':
      'Another user has this account of the provider, maybe an archived one: ask an administrator.',
    'session.ended': 'You were signed out meanwhile: sign in again.',
    'request.https_needed':
      'Over plain HTTP people can sign in on the machine itself only: open these pages by an https address.',
    'request.rate_limited': 'There were too many requests from here: try again in a minute.',
  }),
);

/** Only what is known: anybody can make an address with a code. */
export const wordsOfError = (code: string): string => words.get(code) ?? 'Signing in failed: try again.';
