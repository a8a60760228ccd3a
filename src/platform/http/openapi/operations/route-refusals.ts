import { STATUS_CODES } from 'node:http';
import type { DeclaredRefusal } from '../../../errors/index.js';
import { statusOf } from '../../errors/error-body.js';
import { refusalResponse, refusalExample } from '../../errors/error-examples.js';
import {
  commonRefusals,
  sessionReauthenticationRequired,
  tokenScopeMissing,
} from '../../errors/request-refusals.js';
import { descriptionOf, pathIdsOf, refusalOfId } from '../../routes/route-description.js';
import { needsRecentSignIn } from '../../routes/recent-sign-in.js';
import type { Scope } from '../../routes/scope.js';
import type { DescribedRoute } from '../model/described-routes.js';
import type { Description, Operation, ResponseObject } from '../model/description-model.js';

const meanings: Readonly<Record<number, string>> = {
  403: 'The access token, or the session, does not allow it',
  404: 'The organization has nothing with this id',
  409: 'A business rule refuses, as things stand now',
  412: 'The record is not of the version that the request demands',
  422: 'The request refers to something that the organization does not have, or that cannot be used here',
};

const hasCode = ({ kind }: DeclaredRefusal): boolean => statusOf(kind) !== 429;

/** Those of its rules, and that of the last id in its path. */
export function refusalsOf(path: string, { controller, handler }: DescribedRoute): DeclaredRefusal[] {
  const ids = pathIdsOf(controller);
  const lastId = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => ids[name] ?? []).at(-1);
  const { refuses = [] } = descriptionOf(handler);
  const recent = needsRecentSignIn(handler) ? [sessionReauthenticationRequired] : [];
  return [...recent, ...(lastId ? [refusalOfId(lastId)] : []), ...refuses];
}

export function describeRefusals(
  { responses }: Operation,
  own: readonly DeclaredRefusal[],
  scope: Scope | 'none',
): void {
  const lacking = scope === 'none' ? [] : [tokenScopeMissing];
  const all = [...lacking, ...own].filter(hasCode);
  for (const status of new Set(all.map(({ kind }) => statusOf(kind)))) {
    const refusals = all.filter(({ kind }) => statusOf(kind) === status);
    const codes = refusals.map(({ code }) => `\`${code}\``).join(', ');
    const declared = responses[status];
    const response = refusalResponse(`${meanings[status] ?? STATUS_CODES[status]}: ${codes}.`, refusals);
    responses[status] = declared ? withOthers(declared, response) : response;
    if (status !== 403) continue;
    const { message } = tokenScopeMissing(scope);
    const { examples } = response.content['application/json'];
    examples[tokenScopeMissing.code] = refusalExample({ ...tokenScopeMissing, example: message });
  }
}

type Refused = ReturnType<typeof refusalResponse>;

// What the route has declared, such as the refusals of operations within a batch, has any code.
function withOthers(declared: ResponseObject, { description, content }: Refused): ResponseObject {
  const { examples } = content['application/json'];
  const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
  if (!type || !media) return declared;
  return {
    ...declared,
    description: `${declared.description} Or: ${description}`,
    content: { [type]: { ...media, examples } },
  };
}

export function addRefusalExamples({ components }: Description, own: readonly DeclaredRefusal[]): void {
  const all = [...new Set([...commonRefusals, ...own])].filter(hasCode);
  all.sort((one, other) => (one.code < other.code ? -1 : 1));
  components.examples = Object.fromEntries(all.map((refusal) => [refusal.code, refusalExample(refusal)]));
}
