import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { saveSubscriber, type SubscriberFields } from './save-subscriber.js';
import { TopicPicker } from './topics/topic-picker.js';

interface EditSubscriberDialogProps {
  readonly subscriber: Schemas['WebhookSubscriberResponse'];
  readonly onClose: () => void;
}

export const EditSubscriberDialog = ({ subscriber, onClose }: EditSubscriberDialogProps) => {
  const [shown] = useState(subscriber);
  const [fields, change, forget] = useDraft<SubscriberFields>(`webhook ${shown.id} ${shown.modified_date}`, {
    name: shown.name,
    url: shown.url,
    description: shown.description ?? '',
    topics: shown.topics,
  });
  const action = useAction(
    () => saveSubscriber(shown, fields),
    () => `Changed "${fields.name}".`,
  );
  const close = () => {
    forget();
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (await action.run(undefined)) close();
  };
  return (
    <Dialog title="Change the webhook" onClose={close}>
      <Form problem={action.problem} onSubmit={() => void submit()}>
        <TextField
          label="What it is for"
          value={fields.name}
          onChange={(name) => change({ name })}
          name="name"
        />
        <TextField
          label="Address"
          type="url"
          value={fields.url}
          onChange={(url) => change({ url })}
          name="url"
        />
        <TextField
          label="Notes"
          value={fields.description}
          onChange={(description) => change({ description })}
          name="description"
        />
        <TopicPicker chosen={fields.topics} onChange={(topics) => change({ topics })} />
        <SubmitOrCancel isPending={action.isRunning} onCancel={close}>
          Save
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
