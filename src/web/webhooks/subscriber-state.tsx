import type { Schemas } from '../api/client.js';
import { Mark } from '../ui/telling/note.js';

type Subscriber = Schemas['WebhookSubscriberResponse'];

const reasons = {
  requested: 'Disabled',
  gone: 'Disabled: it says that it is gone',
  failing: 'Disabled: it failed for days',
} as const;

export const SubscriberState = ({ subscriber }: { readonly subscriber: Subscriber }) => {
  const { status, disabled_reason, failures_in_row, topics } = subscriber;
  if (status === 'disabled') {
    const reason = disabled_reason ?? 'requested';
    return <Mark kind={reason === 'requested' ? 'off' : 'failing'}>{reasons[reason]}</Mark>;
  }
  if (failures_in_row > 0) return <Mark kind="failing">Failing</Mark>;
  return topics.length === 0 ? <Mark kind="waiting">No topics</Mark> : <Mark kind="good">Enabled</Mark>;
};
