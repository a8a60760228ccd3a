/** Members by their names in the API, before and after, as a GET shows them. */
export type ChangedValues = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export const changedValues = (before: object, after: object, members: readonly string[]): ChangedValues =>
  Object.fromEntries(
    members.map((member) => [member, { from: valueOf(before, member), to: valueOf(after, member) }]),
  );

const valueOf = (record: object, member: string): unknown =>
  (record as Readonly<Record<string, unknown>>)[member] ?? null;

interface Change<Parents extends object> {
  readonly organizationId: string;
  readonly id: string;
  readonly payload: Parents & { readonly modifiedProperties: readonly string[] };
  readonly values: ChangedValues;
}

export function changeOf<Parents extends object = object>(
  organizationId: string,
  [before, after]: readonly [before: { readonly id: string }, after: object],
  members: readonly string[] | object,
  parents: Parents = {} as Parents,
): Change<Parents> {
  const names = Array.isArray(members) ? (members as string[]) : Object.keys(members);
  return changeWith(organizationId, before.id, changedValues(before, after, names), parents);
}

export const changeWith = <Parents extends object = object>(
  organizationId: string,
  id: string,
  values: ChangedValues,
  parents: Parents = {} as Parents,
): Change<Parents> => ({
  organizationId,
  id,
  payload: { ...parents, modifiedProperties: Object.keys(values) },
  values,
});
