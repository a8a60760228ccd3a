import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { apiAddress } from '../connection/place.js';
import { Problem } from '../connection/problem.js';
import { useMe } from '../api/rights.js';
import { scopeValues } from '../generated/api.js';
import { ScopeMatrix } from '../rights/scope-matrix.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Choice, TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { ShownOnce } from '../ui/telling/secret.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const ends = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['never', 'Never'],
] as const;

interface Fields {
  readonly name: string;
  readonly email_address: string;
  readonly scopes: readonly string[];
  readonly end: (typeof ends)[number][0];
}

const empty: Fields = { name: '', email_address: '', scopes: [], end: '90' };

async function create({ name, email_address, scopes, end }: Fields) {
  if (scopes.length === 0) throw new Problem('request.invalid', 'Choose what it allows: one at least.');
  return answerOf(
    client.POST('/v1/access-tokens', {
      body: {
        name,
        scopes: scopes as Schemas['Scope'][],
        expires_date: end === 'never' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString(),
        ...(email_address !== '' && { email_address }),
      },
    }),
  );
}

export const TokenDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const me = useMe();
  const [fields, change, forget] = useDraft<Fields>('token', empty);
  const [token, setToken] = useState<string | null>(null);
  const add = useAction(create, (created) => {
    setToken(created.token);
    return undefined;
  });
  const submit = async (): Promise<void> => {
    if (await add.run(fields)) forget();
  };
  if (token !== null) return <NewToken token={token} onClose={onClose} />;
  return (
    <Dialog title="Make a token" onClose={onClose}>
      <Form problem={add.problem} onSubmit={() => void submit()}>
        <TextField
          label="What it is for"
          hint="Such as HubSpot sync."
          value={fields.name}
          onChange={(name) => change({ name })}
          name="name"
          autoFocus
        />
        <TextField
          label="Whose it is"
          type="email"
          hint={`Empty: yours, ${me?.email_address ?? ''}. An address that nobody has makes a service.`}
          value={fields.email_address}
          onChange={(email_address) => change({ email_address })}
          name="email_address"
        />
        <ScopeMatrix
          legend="What it allows"
          scopes={scopeValues}
          chosen={fields.scopes}
          onChange={(scopes) => change({ scopes })}
        />
        <Choice label="When it ends" value={fields.end} choices={ends} onChange={(end) => change({ end })} />
        <SubmitOrCancel isPending={add.isRunning} onCancel={onClose}>
          Make the token
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};

interface NewTokenProps {
  readonly token: string;
  readonly onClose: () => void;
}

export const NewToken = ({ token, onClose }: NewTokenProps) => (
  <Dialog title="The token" onClose={onClose} mustBeClosed>
    <ShownOnce
      secret={token}
      what="token"
      line={`curl -H "X-API-KEY: ${token}" ${apiAddress}/v1/me`}
      onClose={onClose}
    />
  </Dialog>
);
