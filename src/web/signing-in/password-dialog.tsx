import { useState } from 'react';
import { asProblem, type Problem } from '../connection/problem.js';
import { passwordQuestion, type PasswordQuestion } from '../api/recent-sign-in.js';
import { useMe } from '../api/rights.js';
import { postToSession } from '../connection/session.js';
import { useValue } from '../api/use-value.js';
import { Form } from '../ui/forms/form.js';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/structure/dialog.js';
import { Row } from '../ui/structure/layout.js';
import { KnownUsername, PasswordField } from './password-field.js';
import { goToProvider, presentPage, useSignInWays } from './sign-in-ways.js';

/** Over whatever page has an action that needs the password once more. */
export const PasswordDialog = () => {
  const question = useValue(passwordQuestion);
  return question && <Question question={question} />;
};

const Question = ({ question: { answered, cancelled } }: { readonly question: PasswordQuestion }) => {
  const me = useMe();
  const signInWays = useSignInWays();
  const [password, setPassword] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const answer = async (): Promise<void> => {
    setRunning(true);
    try {
      await postToSession('reauthenticate', { password });
      answered();
    } catch (error) {
      setProblem(asProblem(error));
      setRunning(false);
    }
  };

  const byPassword = signInWays?.ways.includes('password') ?? true;
  const provider = signInWays?.provider ?? null;
  return (
    <Dialog title="Is it you?" onClose={cancelled}>
      <p>You signed in more than 15 minutes ago. This needs you to sign in once more.</p>
      <Form problem={problem} onSubmit={() => void answer()}>
        {byPassword && (
          <>
            <KnownUsername address={me?.email_address ?? ''} />
            <PasswordField
              label="Password"
              value={password}
              onChange={setPassword}
              name="password"
              autoFocus
            />
          </>
        )}
        {provider !== null && (
          <Button
            weight={byPassword ? 'plain' : 'main'}
            onPress={() => goToProvider({ reauthenticate: 'true', return_to: presentPage() })}
          >
            Sign in with {provider}, then come back here
          </Button>
        )}
        <Row>
          {byPassword && (
            <Button weight="main" type="submit" isPending={isRunning}>
              Go on
            </Button>
          )}
          <Button onPress={cancelled}>Cancel</Button>
        </Row>
      </Form>
    </Dialog>
  );
};
