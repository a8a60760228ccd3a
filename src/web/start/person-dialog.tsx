import { answerOf, api, client } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Choice, TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { ProblemNote } from '../ui/telling/note.js';

const empty = { email_address: '', given_name: '', family_name: '', role_id: '' };

type Fields = typeof empty;

const create = ({ email_address, given_name, family_name, role_id }: Fields) =>
  answerOf(
    client.POST('/v1/people', {
      body: {
        email_address,
        ...(given_name !== '' && { given_name }),
        ...(family_name !== '' && { family_name }),
        ...(role_id !== '' && { role_id }),
      },
    }),
  );

export const PersonDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [fields, change, forget] = useDraft<Fields>('person', empty);
  const roles = api.useQuery('get', '/v1/roles', { params: { query: { is_archived: false } } });
  const add = useAction(create, ({ email_address }) => `Added ${email_address}.`);
  const submit = async (): Promise<void> => {
    if (!(await add.run(fields))) return;
    forget();
    onClose();
  };
  const choices = (roles.data?.results ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <Dialog title="Add a person" onClose={onClose}>
      <ProblemNote error={roles.error} />
      <Form problem={add.problem} onSubmit={() => void submit()}>
        <TextField
          label="E-mail address"
          type="email"
          value={fields.email_address}
          onChange={(email_address) => change({ email_address })}
          name="email_address"
          autoFocus
        />
        <TextField
          label="Given name"
          value={fields.given_name}
          onChange={(given_name) => change({ given_name })}
        />
        <TextField
          label="Family name"
          value={fields.family_name}
          onChange={(family_name) => change({ family_name })}
        />
        <Choice
          label="Role"
          value={fields.role_id}
          choices={[['', 'None yet'], ...choices]}
          onChange={(role_id) => change({ role_id })}
        />
        <SubmitOrCancel isPending={add.isRunning} onCancel={onClose}>
          Add the person
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
