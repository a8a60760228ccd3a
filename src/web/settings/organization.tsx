import { answerOf, api, client, queries, type Schemas } from '../api/client.js';
import { Problem } from '../connection/problem.js';
import { useMay, useMe } from '../api/rights.js';
import { calculationThresholdValues } from '../generated/api.js';
import { decimalFrom, typedDecimal } from '../hours/decimals.js';
import { useAction, type Action } from '../ui/actions/action.js';
import { useDraft } from '../ui/actions/draft.js';
import { Button } from '../ui/controls/button.js';
import { Choice, TextField } from '../ui/controls/field.js';
import { Form } from '../ui/forms/form.js';
import { Row, Section } from '../ui/structure/layout.js';
import { Lacking, ProblemNote, Warning } from '../ui/telling/note.js';

type OrganizationRecord = Schemas['OrganizationResponse'];
type Threshold = Schemas['CalculationThreshold'];

const wordsOfThreshold: Readonly<Record<Threshold, string>> = {
  current_day: 'Today',
  last_week: 'The end of last week',
};

const decimals = { hours_per_week: 2, target_margin: 4 } as const;

const fieldsOf = (organization: OrganizationRecord) => ({
  name: organization.name,
  currency_code: organization.currency_code,
  time_zone: organization.time_zone,
  hours_per_week: typedDecimal(organization.hours_per_week, decimals.hours_per_week),
  target_margin: typedDecimal(organization.target_margin, decimals.target_margin),
  calculation_threshold: organization.calculation_threshold,
});

type Fields = ReturnType<typeof fieldsOf>;

/** Empty where nothing is typed. */
interface Draft {
  /** What was there when the typing began. */
  readonly base?: OrganizationRecord;
  readonly fields?: Fields;
}

interface Change {
  readonly fields: Fields;
  readonly version: string;
}

/** @throws Problem where it is none, since the organization always has both */
function numberIn(fields: Fields, member: keyof typeof decimals): number {
  const number = decimalFrom(fields[member], decimals[member]);
  if (number !== undefined) return number;
  const words = `must be a number with at most ${decimals[member]} decimals`;
  throw new Problem('request.invalid', `${member} ${words}`, 0, null, { [member]: [words] });
}

/** Who changed it meanwhile is not overwritten. */
async function update({ fields, version }: Change): Promise<OrganizationRecord> {
  const hours_per_week = numberIn(fields, 'hours_per_week');
  const target_margin = numberIn(fields, 'target_margin');
  return answerOf(
    client.PATCH('/v1/organization', {
      params: { header: { 'If-Match': `"${version}"` } },
      body: { ...fields, hours_per_week, target_margin },
    }),
  );
}

export const Organization = () => {
  const me = useMe();
  const mayRead = useMay('organization:read');
  const organization = api.useQuery('get', '/v1/organization', undefined, { enabled: mayRead });
  const mayChange = useMay('admin');
  const save = useAction(update, (changed) => {
    queries.setQueryData(api.queryOptions('get', '/v1/organization').queryKey, changed);
    return 'The organization is changed.';
  });
  return (
    <Section title="The organization">
      <ProblemNote error={organization.error} />
      {!mayRead && <Lacking scope="organization:read" what="Seeing the organization" />}
      {mayRead && !mayChange && <Lacking scope="admin" what="Changing the organization" />}
      {me && organization.data && (
        <OrganizationForm organization={organization.data} save={save} mayChange={mayChange} />
      )}
    </Section>
  );
};

interface FormProps {
  readonly organization: OrganizationRecord;
  readonly save: Action<Change>;
  readonly mayChange: boolean;
}

const OrganizationForm = ({ organization, save, mayChange }: FormProps) => {
  const [draft, keep, forget] = useDraft<Draft>('organization', {});
  const { base = organization, fields = fieldsOf(organization) } = draft;
  const change = (changes: Partial<Fields>) => keep({ base, fields: { ...fields, ...changes } });
  const submit = async (): Promise<void> => {
    if (await save.run({ fields, version: base.modified_date })) forget();
  };
  const loadPresent = (): void => {
    save.forget();
    forget();
  };
  const text = (label: string, member: keyof Fields, hint?: string) => (
    <TextField
      label={label}
      value={fields[member]}
      onChange={(value) => change({ [member]: value })}
      name={member}
      isReadOnly={!mayChange}
      {...(hint !== undefined && { hint })}
    />
  );
  return (
    <Form problem={save.problem} onSubmit={() => void submit()}>
      {base.modified_date !== organization.modified_date && (
        <Warning>
          <Row isApart>
            <p>Somebody else has changed the organization since you began.</p>
            <Button onPress={loadPresent}>Load what is there now</Button>
          </Row>
        </Warning>
      )}
      {text('Name', 'name')}
      {text('Currency', 'currency_code', 'That of new projects and rate cards, such as EUR.')}
      {text('Time zone', 'time_zone', 'Decides what today is, such as Europe/Berlin.')}
      {text('Hours of a full week', 'hours_per_week')}
      {text('Margin to aim for', 'target_margin', `A ratio: ${typedDecimal(0.3, 1)} is 30 %.`)}
      <Choice
        label="Recorded time counts in figures up to"
        value={fields.calculation_threshold}
        isDisabled={!mayChange}
        choices={calculationThresholdValues.map((value) => [value, wordsOfThreshold[value]] as const)}
        onChange={(calculation_threshold) => change({ calculation_threshold })}
      />
      {mayChange && (
        <Row>
          <Button weight="main" type="submit" isPending={save.isRunning}>
            Save
          </Button>
        </Row>
      )}
    </Form>
  );
};
