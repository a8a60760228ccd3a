import { changeTopicPatternValues } from '../generated/api.js';

export interface ChangeFilter {
  readonly topic?: (typeof changeTopicPatternValues)[number] | undefined;
  /** Ids. */
  readonly resource?: string | undefined;
  readonly actor?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const id = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value.trim()) ? value.trim().toLowerCase() : undefined;

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export const changeFilter = ({ topic, resource, actor }: Record<string, unknown>): ChangeFilter => ({
  topic: changeTopicPatternValues.find((one) => one === topic),
  resource: id(resource),
  actor: id(actor),
});
