import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem, type Problem } from '../api/problem.js';
import { postToSession, tellTabs } from '../api/session.js';
import { Form } from '../ui/controls/form.js';
import { Button } from '../ui/controls/button.js';
import { TextField } from '../ui/controls/field.js';
import { PlainPage } from '../ui/structure/plain-page.js';
import { ProblemNote } from '../ui/telling/note.js';
import { PasswordField } from './password-field.js';

const APP = '/app';

export const SignInPage = () => {
  const { return_to } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [organization, setOrganization] = useState('');
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const [isOneOfSeveral, setOneOfSeveral] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const signIn = async (): Promise<void> => {
    setRunning(true);
    setProblem(null);
    try {
      const named = organization.trim() === '' ? {} : { organization };
      const answer = await postToSession<{ return_to: string }>('', {
        ...named,
        email_address: address,
        password,
        return_to: APP + (return_to ?? ''),
      });
      tellTabs('signed-in');
      await navigate({ href: answer.return_to.slice(APP.length) || '/', replace: true });
    } catch (error) {
      const refused = asProblem(error);
      if (refused.code === 'sign_in.organization_needed') setOneOfSeveral(true);
      setProblem(refused);
    } finally {
      setRunning(false);
    }
  };

  return (
    <PlainPage title="Sign in">
      <ProblemNote error={problem} />
      <Form onSubmit={() => void signIn()}>
        {isOneOfSeveral && (
          <TextField
            label="Organization"
            value={organization}
            onChange={setOrganization}
            autoComplete="organization"
            faults={problem?.faults.organization}
            autoFocus
          />
        )}
        <TextField
          label="E-mail address"
          type="email"
          value={address}
          onChange={setAddress}
          autoComplete="username"
          faults={problem?.faults.email_address}
          autoFocus={!isOneOfSeveral}
        />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          faults={problem?.faults.password}
        />
        <Button weight="main" type="submit" isPending={isRunning}>
          Sign in
        </Button>
      </Form>
      <p>No password, or a forgotten one? An administrator makes a link for you.</p>
    </PlainPage>
  );
};
