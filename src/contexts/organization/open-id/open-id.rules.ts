import { refusal } from '../../../platform/errors/index.js';

export const signInProviderRefused = refusal(
  'unauthenticated',
  'sign_in.provider_refused',
  'The provider did not sign you in, or its answer cannot be trusted: try again.',
);

export const signInStateUnknown = refusal(
  'unauthenticated',
  'sign_in.state_unknown',
  'This sign-in was begun in another browser, more than ten minutes ago, or is over: begin again.',
);

export const signInUserUnknown = refusal(
  'forbidden',
  'sign_in.user_unknown',
  'Nobody here has this account of the provider: ask an administrator for an invitation to its address.',
);
