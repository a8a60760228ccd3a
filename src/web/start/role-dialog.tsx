import { answerOf, client } from '../api/client.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { TextField } from '../ui/controls/field.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Dialog } from '../ui/structure/dialog.js';

interface Fields {
  readonly department: string;
  readonly role: string;
}

async function create({ department, role }: Fields): Promise<Fields> {
  const found = await answerOf(
    client.GET('/v1/departments', { params: { query: { terms: department, is_archived: false } } }),
  );
  const known = found.results.find(({ name }) => name.toLowerCase() === department.trim().toLowerCase());
  const { id } = known ?? (await answerOf(client.POST('/v1/departments', { body: { name: department } })));
  await answerOf(client.POST('/v1/roles', { body: { name: role, department_id: id } }));
  return { department, role };
}

export const RoleDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [fields, change, forget] = useDraft<Fields>('role', { department: '', role: '' });
  const add = useAction(create, ({ department, role }) => `Added the role "${role}" in "${department}".`);
  const submit = async (): Promise<void> => {
    if (!(await add.run(fields))) return;
    forget();
    onClose();
  };
  return (
    <Dialog title="Add a role" onClose={onClose}>
      <Form problem={add.problem} onSubmit={() => void submit()}>
        <TextField
          label="Department"
          hint="A new one is made where there is none of this name."
          value={fields.department}
          onChange={(department) => change({ department })}
          autoFocus
        />
        <TextField
          label="Role"
          hint="Such as Designer or Consultant."
          value={fields.role}
          onChange={(role) => change({ role })}
        />
        <SubmitOrCancel isPending={add.isRunning} onCancel={onClose}>
          Add the role
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
