import { isId } from '../api/ids.js';
import { changeTopicPatternValues } from '../generated/api.js';

export interface ChangeFilter {
  readonly topic?: (typeof changeTopicPatternValues)[number] | undefined;
  /** Ids. */
  readonly resource?: string | undefined;
  readonly actor?: string | undefined;
}

const id = (value: unknown): string | undefined => {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return isId(written) ? written : undefined;
};

/** What stands in an address may be anything. The router keeps what is not named here, so each member is. */
export const changeFilter = ({ topic, resource, actor }: Record<string, unknown>): ChangeFilter => ({
  topic: changeTopicPatternValues.find((one) => one === topic),
  resource: id(resource),
  actor: id(actor),
});
