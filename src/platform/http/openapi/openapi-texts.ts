import { bodyLimits, sizeInWords } from '../body/body-limits.js';
import { requestMethodNotAllowed, requestUnknownPath } from '../request-refusals.js';

const { bytes, members, items, levels, values, inflation } = bodyLimits;
const count = (number: number): string => number.toLocaleString('en');

/**
 * What the top of the API description says.
 * @param scopes the table of scopes
 */
export const apiDescription = (
  scopes: string,
): string => `Clients, projects, offerings, people, planned and actual time, pipelines,
rates and tags: the data of a planning and delivery platform, for CRM integrations.

**Authentication.** Send a personal access token in the header \`X-API-KEY\`. Tokens carry scopes, and each operation says
which one it needs. Writing includes reading. Cost rates are left out of answers to a token without \`rates:read\`.

${scopes}

**Members.** Ids are UUIDs. Dates are calendar days \`YYYY-MM-DD\` in the organization's time zone; timestamps are UTC with
milliseconds. Money is \`{ currency_code, amount }\`, exact, with at most four decimals. Ratios: 1.0 is 100 %. Text is
trimmed. An unknown member or parameter is refused, so that a typing mistake is never silently ignored.

**Lists** are paged with \`page\` and \`pageSize\` (at most 500, also spelled \`page_size\`) and have a fixed order. A page past
the end is empty. Filters narrow: a record must match all of them.

**Errors.** 400 names each member in \`errors\`, up to a hundred faults. 404: the path points to nothing of your organization. 422: a member of the
body does, or does not fit the rest. 409: a rule refuses, \`detail\` says which and what to do. Every error has a stable \`code\` and the
\`request_id\` of the header \`X-Request-Id\`; 429 has \`error\` and the header \`Retry-After\`. Each operation lists the codes of its
own. What is not described here is answered with 404 \`${requestUnknownPath.code}\`, and another method than those of a path with 405
\`${requestMethodNotAllowed.code}\` and the header \`Allow\`.

**Events.** What happens is sent to webhook subscribers as it happens, signed, and for three days again when it does not arrive. It may
arrive twice, and not in order: take \`CorrelationId\` for its identity, and read the resource for what it is now. The section Webhooks
of this description has each topic with its body, its headers and the answers that count.

**Limits.** 100 requests per 60 seconds and user, and 1,000 for all users of an organization together, unless the operator says
otherwise. The headers \`RateLimit-Policy\` and \`RateLimit\` tell each limit and what is left of it. A request beyond one of them gets
429 and counts for none; \`Retry-After\` is when there is room under all. Without a valid token an address has 300 requests per 60
seconds; beyond them a token that is new to the server is not even looked for. A request has to come whole within 60 seconds. Bodies are at
most ${sizeInWords(bytes)}, as they are sent and after inflation (gzip, deflate or br, to at most ${inflation} times the compressed size); they
hold at most ${count(members)} members in an object, ${count(items)} items in a list, ${levels} levels and ${count(values)} members and items in
all, of which a member may allow fewer. What has more is refused with 400 before anything else in it is looked at.`;

/** The groups of operations, in the order in which they are shown. */
export const apiTags: Readonly<Record<string, string>> = {
  Organization: 'The organization of the access token, and who the token belongs to.',
  'Access tokens': 'Tokens of the organization. A token is shown once, when it is made or rotated.',
  Tags: 'Labels for people, projects and offering roles, which refer to them by name.',
  Departments: 'Functional groups of roles.',
  Roles: 'Types of work, each in a department.',
  People: 'Individuals that can be assigned to projects.',
  Requisitions: 'Open positions that an offering role can be assigned to until a person is found.',
  'Rate cards': 'Lists of bill rates by role.',
  Clients: 'The customers that projects belong to.',
  Pipelines: 'The sales stages of a CRM.',
  Projects: 'Engagements for a client, or internal ones.',
  Offerings:
    'Scopes or phases of the work of a project, each with its billing model, and what they cost and earn.',
  'Offering roles': 'The roles planned in an offering: who fills them, and the hours planned for each day.',
  'Actual time': 'Hours that people worked on offerings.',
  'Timesheet entries': 'Hours as they were entered in the timesheet service, with their approval.',
  Webhooks:
    'Where events are sent as they happen, and what became of each. Needs a token with the scope `admin`.',
  Health: 'For load balancers and monitoring, not for integrators: whether the program runs and can serve.',
};
