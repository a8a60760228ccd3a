import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem, type Problem } from '../connection/problem.js';
import { postToSession, tellTabs } from '../connection/session.js';
import { Form } from '../ui/forms/form.js';
import { Button } from '../ui/controls/button.js';
import { TextField } from '../ui/controls/field.js';
import { PlainPage } from '../ui/structure/plain-page.js';
import { RequestId, Warning } from '../ui/telling/note.js';
import { PasswordField } from './password-field.js';
import { goToProvider, useSignInWays, wordsOfError } from './sign-in-ways.js';

const APP = '/app';
const NEEDS_ORGANIZATION = 'sign_in.organization_needed';

export const SignInPage = () => {
  const { return_to, error: refusedWith, request_id } = useSearch({ from: '/sign-in' });
  const signInWays = useSignInWays();
  const navigate = useNavigate();
  const [organization, setOrganization] = useState('');
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const [isOneOfSeveral, setOneOfSeveral] = useState(refusedWith === NEEDS_ORGANIZATION);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const named = () => (organization.trim() === '' ? {} : { organization });
  const target = APP + (return_to ?? '');

  const signIn = async (): Promise<void> => {
    setRunning(true);
    setProblem(null);
    try {
      const answer = await postToSession<{ return_to: string }>('', {
        ...named(),
        email_address: address,
        password,
        return_to: target,
      });
      tellTabs('signed-in');
      await navigate({ href: answer.return_to.slice(APP.length) || '/', replace: true });
    } catch (error) {
      const refused = asProblem(error);
      if (refused.code === NEEDS_ORGANIZATION) setOneOfSeveral(true);
      setProblem(refused);
    } finally {
      setRunning(false);
    }
  };

  const byPassword = signInWays?.ways.includes('password') ?? true;
  const provider = signInWays?.provider ?? null;
  return (
    <PlainPage title="Sign in">
      {refusedWith !== undefined && !problem && (
        <Warning>
          <p>{wordsOfError(refusedWith)}</p>
          {request_id !== undefined && <RequestId id={request_id} />}
        </Warning>
      )}
      <Form problem={problem} onSubmit={() => void signIn()}>
        {isOneOfSeveral && (
          <TextField
            label="Organization"
            value={organization}
            onChange={setOrganization}
            autoComplete="organization"
            name="organization"
            autoFocus
          />
        )}
        {byPassword && (
          <>
            <TextField
              label="E-mail address"
              type="email"
              value={address}
              onChange={setAddress}
              autoComplete="username"
              name="email_address"
              autoFocus={!isOneOfSeveral}
            />
            <PasswordField label="Password" value={password} onChange={setPassword} name="password" />
            <Button weight="main" type="submit" isPending={isRunning}>
              Sign in
            </Button>
          </>
        )}
        {provider !== null && (
          <Button
            weight={byPassword ? 'plain' : 'main'}
            onPress={() => goToProvider({ ...named(), return_to: target })}
          >
            Sign in with {provider}
          </Button>
        )}
      </Form>
      {byPassword && <p>No password, or a forgotten one? An administrator makes a link for you.</p>}
    </PlainPage>
  );
};
