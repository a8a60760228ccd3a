import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { asProblem, type Problem } from '../connection/problem.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { ProblemNote } from '../ui/telling/note.js';
import { ShownOnce } from '../ui/telling/secret.js';
import { Ping } from './deliveries/ping.js';
import { TopicPicker } from './topics/topic-picker.js';

interface Fields {
  readonly name: string;
  readonly url: string;
  readonly topics: readonly string[];
}

interface Created {
  readonly subscriber: Schemas['WebhookSubscriberWithSecretResponse'];
  /** Why it has none of the topics. */
  readonly problem: Problem | null;
}

const subscribe = (id: string, topics: readonly string[]) =>
  answerOf(
    client.POST('/v1/webhook-subscribers/{id}/subscriptions', {
      params: { path: { id } },
      body: { topics: topics as Schemas['WebhookTopicPattern'][] },
    }),
  );

/** What is refused after it was made must not hide its secret, which is shown once. */
async function create({ name, url, topics }: Fields): Promise<Created> {
  const subscriber = await answerOf(client.POST('/v1/webhook-subscribers', { body: { name, url } }));
  try {
    if (topics.length > 0) await subscribe(subscriber.id, topics);
    return { subscriber, problem: null };
  } catch (error) {
    return { subscriber, problem: asProblem(error) };
  }
}

export const NewSubscriberDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [fields, change, forget] = useDraft<Fields>('webhook', { name: '', url: '', topics: [] });
  const [created, setCreated] = useState<Created | null>(null);
  const add = useAction(create, (made) => {
    setCreated(made);
    return undefined;
  });
  const submit = async (): Promise<void> => {
    if (await add.run(fields)) forget();
  };
  if (created) return <NewSubscriber created={created} onClose={onClose} />;
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <Form problem={add.problem} onSubmit={() => void submit()}>
        <TextField
          label="What it is for"
          hint="Such as CRM sync."
          value={fields.name}
          onChange={(name) => change({ name })}
          name="name"
          autoFocus
        />
        <TextField
          label="Address"
          type="url"
          hint="Where events are sent, such as https://hooks.example.com/planning."
          value={fields.url}
          onChange={(url) => change({ url })}
          name="url"
        />
        <TopicPicker chosen={fields.topics} onChange={(topics) => change({ topics })} />
        <SubmitOrCancel isPending={add.isRunning} onCancel={onClose}>
          Add the webhook
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};

interface NewSubscriberProps {
  readonly created: Created;
  readonly onClose: () => void;
}

const NewSubscriber = ({ created: { subscriber, problem }, onClose }: NewSubscriberProps) => (
  <Dialog title="The secret of the webhook" onClose={onClose} mustBeClosed>
    {problem && (
      <>
        <ProblemNote error={problem} />
        <p>The webhook is made, without topics: choose them on its page, by Change.</p>
      </>
    )}
    <p>Your receiver checks with it that what arrives comes from here. Then see whether a ping arrives:</p>
    <Ping id={subscriber.id} />
    <ShownOnce secret={subscriber.secret} what="secret" onClose={onClose} />
  </Dialog>
);
