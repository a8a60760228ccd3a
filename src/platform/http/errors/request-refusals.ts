import { databaseUnavailable, deadlocked, lockTimeout } from '../../database/index.js';
import { refusal, unavailable } from '../../errors/index.js';
import { bodyLimits, sizeInWords } from '../limits/body-limits.js';

export const tokenInvalid = refusal(
  'unauthenticated',
  'token.invalid',
  'Send a valid access token in the header X-API-KEY. It may be missing, mistyped, expired or revoked.',
);

export const tokenSentTwice = refusal(
  'unauthenticated',
  'token.sent_twice',
  'Send one of X-API-KEY and Authorization: Bearer, not both.',
);

export const providerUnavailable = unavailable(
  'sign_in.provider_unavailable',
  5,
  'The OpenID Connect provider does not answer: try again in a moment.',
);

export const tokenScopeMissing = refusal(
  'forbidden',
  'token.scope_missing',
  (needed: string) => `The access token lacks the scope "${needed}".`,
  'people:write',
);

export const sessionReauthenticationRequired = refusal(
  'forbidden',
  'session.reauthentication_required',
  'This needs another sign-in: the last one of this session was more than 15 minutes ago.',
);

export const requestForeignOrigin = refusal(
  'forbidden',
  'request.foreign_origin',
  (origin: string) => `Only pages of ${origin} may do this: open the program there, as PUBLIC_URL says.`,
  'https://planning.example.com',
);

export const requestHttpsNeeded = refusal(
  'forbidden',
  'request.https_needed',
  'Over plain HTTP people can sign in on this machine only: set PUBLIC_URL to an https address, or WEB_ALLOW_HTTP=true.',
);

export const requestUnknownPath = refusal(
  'not_found',
  'request.unknown_path',
  (path: string) => `There is nothing at ${path}.`,
  '/v1/customers',
);

export const pagesNotBuilt = refusal(
  'not_found',
  'pages.not_built',
  'The pages are not built: run npm run build:web, then start the program again.',
);

export const requestMethodNotAllowed = refusal(
  'method_not_allowed',
  'request.method_not_allowed',
  (method: string, allowed: readonly string[]) =>
    `${method} is not possible here: use ${allowed.join(' or ')}.`,
  'PUT',
  ['GET', 'PATCH'],
);

export const requestTooLarge = refusal(
  'too_large',
  'request.too_large',
  (bytes: number) => `The body must not be larger than ${sizeInWords(bytes)}.`,
  bodyLimits.bytes,
);

export const requestTimeout = refusal(
  'timeout',
  'request.timeout',
  (seconds: number) => `The request must come whole within ${seconds} seconds: send it again.`,
  60,
);

export const requestUnknownExpectation = refusal(
  'expectation_failed',
  'request.unknown_expectation',
  'The only expectation that can be met is 100-continue: leave the header Expect out.',
);

export const requestUnsupportedMediaType = refusal(
  'unsupported_media_type',
  'request.unsupported_media_type',
  'The body must be JSON: send it in UTF-8 with the header Content-Type: application/json.',
);

export const requestUnsupportedEncoding = refusal(
  'unsupported_media_type',
  'request.unsupported_encoding',
  'The body must be JSON in UTF-8, plain or compressed with gzip, deflate or br.',
);

export const requestNotInBatch = refusal(
  'unprocessable',
  'request.not_in_batch',
  (method: string, path: string) =>
    `${method} ${path} cannot be part of a batch: send it as a request of its own.`,
  'POST',
  '/v1/access-tokens',
);

export const requestReferenceFailed = refusal(
  424,
  'request.reference_failed',
  (ref: string) =>
    `The operation "${ref}", which this one refers to, was refused: correct that one, and send both again.`,
  'deal',
);

export const requestRateLimited = refusal(
  'rate_limited',
  'request.rate_limited',
  (limits: readonly string[], seconds: number) =>
    `Too many requests of this ${limits.join(' and this ')}: try again in ${seconds} seconds.`,
  ['user'],
  12,
);

export const commonRefusals = [
  tokenInvalid,
  tokenSentTwice,
  databaseUnavailable,
  providerUnavailable,
  lockTimeout,
  deadlocked,
  requestTimeout,
  requestTooLarge,
  requestUnsupportedMediaType,
  requestUnsupportedEncoding,
];
