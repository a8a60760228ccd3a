import { bodyLimits, sizeInWords } from '../limits/body-limits.js';
import { requestMethodNotAllowed, requestUnknownPath } from '../errors/request-refusals.js';
import { listsDescription } from './operations/list-responses.js';
import { declaredDescriptions, programDescription } from './model/declared-descriptions.js';

const { bytes, members, items, levels, values, inflation } = bodyLimits;
const count = (number: number): string => number.toLocaleString('en');

const textsOf = (member: 'authentication' | 'paragraph', before: string): string =>
  declaredDescriptions()
    .flatMap((description) => description[member] ?? [])
    .map((text) => before + text)
    .join('');

export const apiDescription = (scopes: string): string => `${programDescription().introduction}

**Authentication.** Send a personal access token in the header \`X-API-KEY\`. Tokens carry scopes, and each operation says
which one it needs. Writing includes reading.${textsOf('authentication', ' ')}

${scopes}

**Members.** Ids are UUIDs; where one is sent, in a path, a body or a filter, a \`Reference\` can stand instead, such as
\`crm:hubspot:901-22517\` for what has this CRM identifier, \`email:ada@example.com\` or \`name:Acme Corporation\`. Dates are calendar days \`YYYY-MM-DD\` in the organization's time zone; timestamps are UTC with
milliseconds. Money is \`{ currency_code, amount }\`, exact, with at most four decimals. Ratios: 1.0 is 100 %. Text is
trimmed. An unknown member or parameter is refused, so that a typing mistake is never silently ignored.

${listsDescription}

**Versions.** \`modified_date\` is the version of a record; \`ETag\` shows it, with a digest behind it where the answer has members that
follow other records. Send it in \`If-None-Match\` to be told 304 while nothing is new, and in \`If-Match\` to change a record only as you
know it: otherwise 412 \`precondition.failed\`, and nothing is written.

**Repeats.** Send an \`Idempotency-Key\` with a write and send it again when no answer came: the same key of the same user, method and path
writes once, and each repeat gets the first answer with \`Idempotent-Replayed: true\`, for 48 hours unless the operator says otherwise. Only
answers of success are kept. A repeat waits for the first up to ten seconds, then 409 \`idempotency.in_progress\`. Another query, body or
precondition with the same key, or a token with other scopes: 422 \`idempotency.key_reused\`.

**Trying.** \`validate_only=true\` does a write with everything that can refuse it, answers as it would, and takes it back.

**Errors.** 400 names each member in \`errors\`, up to a hundred faults. 404: the path points to nothing of your organization. 422: a member of the
body does, or does not fit the rest. 409: a rule refuses, \`detail\` says which and what to do. Every error has a stable \`code\` and the
\`request_id\` of the header \`X-Request-Id\`; 429 has \`error\` and the header \`Retry-After\`. Each operation lists the codes of its
own. What is not described here gets 404 \`${requestUnknownPath.code}\`, and another method than those of a path with 405
\`${requestMethodNotAllowed.code}\` and the header \`Allow\`.${textsOf('paragraph', '\n\n')}

**Limits.** 100 requests per 60 seconds and user, and 1,000 for all users of an organization together, unless the operator says
otherwise. The headers \`RateLimit-Policy\` and \`RateLimit\` tell each limit and what is left of it. A request beyond one of them gets
429 and counts for none; \`Retry-After\` is when there is room under all. Without a valid token an address has 300 requests per 60
seconds; beyond them a token that is new to the server is not even looked for. A request has to come whole within 60 seconds. Bodies are at
most ${sizeInWords(bytes)} where the operation says nothing else, as they are sent and after inflation (gzip, deflate or br, to at most ${inflation} times the compressed size); they
hold at most ${count(members)} members in an object, ${count(items)} items in a list, ${levels} levels and ${count(values)} members and items in
all, of which a member may allow fewer. What has more is refused with 400 before anything else in it is looked at.`;
