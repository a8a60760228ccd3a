import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem, type Problem } from '../connection/problem.js';
import { postToSession, tellTabs } from '../connection/session.js';
import { useValue } from '../api/use-value.js';
import { Form } from '../ui/forms/form.js';
import { Button, ButtonLink } from '../ui/controls/button.js';
import { Soft } from '../ui/structure/layout.js';
import { PlainPage } from '../ui/structure/plain-page.js';
import { ProblemNote } from '../ui/telling/note.js';
import { linkSecret } from './link-secret.js';
import { KnownUsername, PasswordField } from './password-field.js';

interface ShownLink {
  readonly organization_name: string;
  readonly email_address: string;
  readonly purpose: 'invitation' | 'reset' | 'first_start';
}

export const WelcomePage = () => {
  const secret = useValue(linkSecret);
  const link = useQuery({
    queryKey: ['link', secret],
    queryFn: () => postToSession<ShownLink>('link', { secret }),
    enabled: secret !== '',
    gcTime: 0,
  });
  if (secret === '') return <NoLink />;
  if (link.error) {
    return (
      <PlainPage title="This link cannot be used">
        <ProblemNote error={link.error} />
        <ButtonLink to="/sign-in">Sign in with a password</ButtonLink>
      </PlainPage>
    );
  }
  return link.data ? <PasswordForm secret={secret} link={link.data} /> : null;
};

const NoLink = () => (
  <PlainPage title="Welcome">
    <p>Open the link that you were given, with all that stands behind its #.</p>
    <ButtonLink to="/sign-in">Sign in with a password</ButtonLink>
  </PlainPage>
);

const PasswordForm = ({ secret, link }: { readonly secret: string; readonly link: ShownLink }) => {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const setThePassword = async (): Promise<void> => {
    setRunning(true);
    setProblem(null);
    try {
      await postToSession('link/password', { secret, password });
      await navigate({ to: '/', replace: true });
      linkSecret.set('');
      tellTabs('signed-in');
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setRunning(false);
    }
  };

  return (
    <PlainPage title={link.purpose === 'reset' ? 'Another password' : 'Welcome'}>
      <p>
        <Soft>
          {link.email_address} at {link.organization_name}
        </Soft>
      </p>
      <Form problem={problem} onSubmit={() => void setThePassword()}>
        <KnownUsername address={link.email_address} />
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          isNew
          autoFocus
          hint="At least 12 characters. Several words that belong to nobody else do well."
          name="password"
        />
        <Button weight="main" type="submit" isPending={isRunning}>
          Set the password and sign in
        </Button>
      </Form>
    </PlainPage>
  );
};
