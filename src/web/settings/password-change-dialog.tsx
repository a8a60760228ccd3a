import { useState } from 'react';
import { useMe } from '../api/rights.js';
import { postToSession } from '../connection/session.js';
import { KnownUsername, PasswordField } from '../signing-in/password-field.js';
import { useAction } from '../ui/actions/action.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';

export const PasswordChangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const me = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useAction(
    () => postToSession('password', { current_password: current, password }),
    () => 'The password is changed, and you are signed out everywhere else.',
  );
  const submit = async (): Promise<void> => {
    if (await change.run(undefined)) onClose();
  };
  return (
    <Dialog title="Change the password" onClose={onClose}>
      <Form problem={change.problem} onSubmit={() => void submit()}>
        <KnownUsername address={me?.email_address ?? ''} />
        <PasswordField
          label="Password until now"
          value={current}
          onChange={setCurrent}
          name="current_password"
          autoFocus
        />
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          isNew
          hint="At least 12 characters. You are signed out everywhere else."
          name="password"
        />
        <SubmitOrCancel isPending={change.isRunning} onCancel={onClose}>
          Change it
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
