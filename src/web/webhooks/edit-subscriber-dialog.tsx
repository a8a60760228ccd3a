import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/controls/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { ProblemNote } from '../ui/telling/note.js';
import { subscribe } from './new-subscriber-dialog.js';
import { TopicPicker } from './topics/topic-picker.js';

type Subscriber = Schemas['WebhookSubscriberResponse'];

interface Fields {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly topics: readonly string[];
}

async function save(subscriber: Subscriber, { topics, description, ...fields }: Fields): Promise<void> {
  const { id, modified_date } = subscriber;
  const before: readonly string[] = subscriber.topics;
  await answerOf(
    client.PATCH('/v1/webhook-subscribers/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${modified_date}"` } },
      body: { ...fields, description: description.trim() === '' ? null : description },
    }),
  );
  const added = topics.filter((topic) => !before.includes(topic));
  if (added.length > 0) await subscribe(id, added);
  // Those that are added come first, so that no event is missed in between.
  for (const topic of before.filter((one) => !topics.includes(one))) {
    await client.DELETE('/v1/webhook-subscribers/{id}/subscriptions/{topic}', {
      params: { path: { id, topic } },
    });
  }
}

interface EditSubscriberDialogProps {
  readonly subscriber: Subscriber;
  readonly onClose: () => void;
}

export const EditSubscriberDialog = ({ subscriber, onClose }: EditSubscriberDialogProps) => {
  const [shown] = useState(subscriber);
  const [fields, setFields] = useState<Fields>({
    name: shown.name,
    url: shown.url,
    description: shown.description ?? '',
    topics: shown.topics,
  });
  const action = useAction(
    () => save(shown, fields),
    () => `Changed "${fields.name}".`,
  );
  const submit = async (): Promise<void> => {
    if (await action.run(undefined)) onClose();
  };
  const change = (changes: Partial<Fields>) => setFields({ ...fields, ...changes });
  const faults = action.problem?.faults ?? {};
  return (
    <Dialog title="Change the webhook" onClose={onClose}>
      <ProblemNote error={action.problem} />
      <Form onSubmit={() => void submit()}>
        <TextField
          label="What it is for"
          value={fields.name}
          onChange={(name) => change({ name })}
          faults={faults.name}
        />
        <TextField
          label="Address"
          type="url"
          value={fields.url}
          onChange={(url) => change({ url })}
          faults={faults.url}
        />
        <TextField
          label="Notes"
          value={fields.description}
          onChange={(description) => change({ description })}
          faults={faults.description}
        />
        <TopicPicker chosen={fields.topics} onChange={(topics) => change({ topics })} />
        <SubmitOrCancel isPending={action.isRunning} onCancel={onClose}>
          Save
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
