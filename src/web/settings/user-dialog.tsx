import { answerOf, client, type Schemas } from '../api/client.js';
import { grantedScopeValues, userTypeValues } from '../generated/api.js';
import { ScopeMatrix } from '../rights/scope-matrix.js';
import { useSignInWays } from '../signing-in/sign-in-ways.js';
import { useAction } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Check, Choice, TextField } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';

type User = Schemas['UserResponse'];

const wordsOfType = {
  person: 'A person, who signs in',
  service: 'A service, which has access tokens only',
} as const;

const empty = {
  email_address: '',
  type: 'person',
  is_administrator: false,
  scopes: [],
  oidc_subject: null,
  is_archived: false,
} as const;

type Fields = Pick<User, keyof typeof empty>;

const fieldsOf = ({
  email_address,
  type,
  is_administrator,
  scopes,
  oidc_subject,
  is_archived,
}: Fields): Fields => ({
  email_address,
  type,
  is_administrator,
  scopes,
  oidc_subject,
  is_archived,
});

function save(user: User | null, fields: Fields): Promise<User> {
  const { is_archived, oidc_subject, ...others } = fields;
  const isPerson = fields.type === 'person';
  const rights = isPerson ? others : { ...others, is_administrator: false, scopes: [] };
  const account = isPerson ? oidc_subject : null;
  // Sent as it was, it would become an account of the provider that there is now.
  const isOther = account !== (user?.oidc_subject ?? null);
  const body = { ...rights, ...(isOther && { oidc_subject: account }) };
  if (!user) return answerOf(client.POST('/v1/users', { body }));
  const params = { path: { id: user.id }, header: { 'If-Match': `"${user.modified_date}"` } };
  return answerOf(client.PATCH('/v1/users/{id}', { params, body: { ...body, is_archived } }));
}

interface UserDialogProps {
  /** Null: a new one. */
  readonly user: User | null;
  readonly onClose: () => void;
  readonly onAdded: (user: User) => void;
}

export const UserDialog = ({ user, onClose, onAdded }: UserDialogProps) => {
  const [fields, change, forget] = useDraft<Fields>(
    user ? `user ${user.id} ${user.modified_date}` : 'user',
    fieldsOf(user ?? { ...empty, scopes: [] }),
  );
  const provider = useSignInWays()?.provider ?? null;
  const action = useAction(
    () => save(user, fields),
    (saved) => {
      forget();
      if (user) onClose();
      else onAdded(saved);
      return `${user ? 'Changed' : 'Added'} ${saved.email_address}.`;
    },
  );
  const close = () => {
    forget();
    onClose();
  };
  const hasAccount = (user?.oidc_subject ?? null) !== null;
  return (
    <Dialog title={user ? 'Change the user' : 'Add a user'} onClose={close}>
      <Form problem={action.problem} onSubmit={() => void action.run(undefined)}>
        <TextField
          label="E-mail address"
          type="email"
          value={fields.email_address}
          onChange={(email_address) => change({ email_address })}
          name="email_address"
          autoFocus
        />
        <Choice
          label="What it is"
          value={fields.type}
          choices={userTypeValues.map((type) => [type, wordsOfType[type]] as const)}
          onChange={(type) => change({ type })}
        />
        {fields.type === 'person' && (
          <Check
            isSelected={fields.is_administrator}
            onChange={(is_administrator) => change({ is_administrator })}
          >
            Administrator, who may do everything
          </Check>
        )}
        {fields.type === 'person' && !fields.is_administrator && (
          <ScopeMatrix
            legend="What the person may do"
            scopes={grantedScopeValues}
            chosen={fields.scopes}
            onChange={(scopes) => change({ scopes: scopes as Schemas['GrantedScope'][] })}
          />
        )}
        {fields.type === 'person' && (provider !== null || hasAccount) && (
          <TextField
            label={`Account at ${provider ?? 'the provider'}`}
            hint="What the provider calls the person (sub). Empty: the first sign-in with the address above says it."
            value={fields.oidc_subject ?? ''}
            onChange={(subject) => change({ oidc_subject: subject === '' ? null : subject })}
            name="oidc_subject"
          />
        )}
        {user && (
          <Check isSelected={fields.is_archived} onChange={(is_archived) => change({ is_archived })}>
            Archived: signed out, and no token is accepted
          </Check>
        )}
        <SubmitOrCancel isPending={action.isRunning} onCancel={close}>
          {user ? 'Save' : 'Add the user'}
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
