import { useState } from 'react';
import { answerOf, api, client, type Schemas } from '../api/client.js';
import { useMay } from '../api/rights.js';
import { calculationThresholdValues } from '../generated/api.js';
import { useAction, type Action } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Choice, TextField } from '../ui/controls/field.js';
import { Form } from '../ui/controls/form.js';
import { Row, Section } from '../ui/structure/layout.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';

type OrganizationRecord = Schemas['OrganizationResponse'];
type Threshold = Schemas['CalculationThreshold'];

const wordsOfThreshold: Readonly<Record<Threshold, string>> = {
  current_day: 'Today',
  last_week: 'The end of last week',
};

const fieldsOf = (organization: OrganizationRecord) => ({
  name: organization.name,
  currency_code: organization.currency_code,
  time_zone: organization.time_zone,
  hours_per_week: String(organization.hours_per_week),
  target_margin: String(organization.target_margin),
  calculation_threshold: organization.calculation_threshold,
});

type Fields = ReturnType<typeof fieldsOf>;

interface Change {
  readonly fields: Fields;
  readonly version: string;
}

/** Who changed it meanwhile is not overwritten. */
const update = ({ fields: { hours_per_week, target_margin, ...fields }, version }: Change) =>
  answerOf(
    client.PATCH('/v1/organization', {
      params: { header: { 'If-Match': `"${version}"` } },
      body: { ...fields, hours_per_week: Number(hours_per_week), target_margin: Number(target_margin) },
    }),
  );

export const Organization = () => {
  const organization = api.useQuery('get', '/v1/organization');
  const mayChange = useMay('admin');
  const save = useAction(update, () => 'The organization is changed.');
  return (
    <Section title="The organization">
      <ProblemNote error={organization.error ?? save.problem} />
      {!mayChange && <Lacking scope="admin" what="Changing the organization" />}
      {organization.data && (
        <OrganizationForm
          key={organization.data.modified_date}
          organization={organization.data}
          save={save}
          mayChange={mayChange}
        />
      )}
    </Section>
  );
};

interface FormProps {
  readonly organization: OrganizationRecord;
  /** Outlives the form, which begins anew with what somebody else has changed. */
  readonly save: Action<Change>;
  readonly mayChange: boolean;
}

const OrganizationForm = ({ organization, save, mayChange }: FormProps) => {
  const [fields, setFields] = useState(() => fieldsOf(organization));
  const faults = save.problem?.faults ?? {};
  const text = (label: string, member: keyof Fields, hint?: string) => (
    <TextField
      label={label}
      value={fields[member]}
      onChange={(value) => setFields({ ...fields, [member]: value })}
      faults={faults[member]}
      isReadOnly={!mayChange}
      {...(hint !== undefined && { hint })}
    />
  );
  return (
    <Form onSubmit={() => void save.run({ fields, version: organization.modified_date })}>
      {text('Name', 'name')}
      {text('Currency', 'currency_code', 'That of new projects and rate cards, such as EUR.')}
      {text('Time zone', 'time_zone', 'Decides what today is, such as Europe/Berlin.')}
      {text('Hours of a full week', 'hours_per_week')}
      {text('Margin to aim for', 'target_margin', 'A ratio: 0.3 is 30 %.')}
      <Choice
        label="Recorded time counts in figures up to"
        value={fields.calculation_threshold}
        choices={calculationThresholdValues.map((value) => [value, wordsOfThreshold[value]] as const)}
        onChange={(calculation_threshold) => setFields({ ...fields, calculation_threshold })}
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
