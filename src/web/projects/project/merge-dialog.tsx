import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, client, type Schemas } from '../../api/client.js';
import { wordsOfHours } from '../../hours/hundredths.js';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Choice, TextField } from '../../ui/controls/field.js';
import { Form } from '../../ui/forms/form.js';
import { Dialog } from '../../ui/structure/dialog.js';
import { Facts, Row, Soft, Stack } from '../../ui/structure/layout.js';
import { ProblemNote } from '../../ui/telling/note.js';

type Preview = Schemas['ProjectMergePreviewResponse'];

interface MergeDialogProps {
  readonly project: Schemas['ProjectDetailResponse'];
  readonly onClose: () => void;
}

const MOST_FOUND = 20;

const path = '/v1/projects/{target_id}/merge/{source_id}';

export const MergeDialog = ({ project: source, onClose }: MergeDialogProps) => {
  const [typed, setTyped] = useState('');
  const [terms, setTerms] = useState('');
  const [chosen, setChosen] = useState('');
  const query = {
    terms,
    pageSize: MOST_FOUND,
    is_archived: false,
    project_model: source.project_model,
    fields: 'id,name,modified_date,currency_code',
  };
  const found = api.useQuery('get', '/v1/projects', { params: { query } }, { enabled: terms !== '' });
  const others = found.data?.results.filter(({ id }) => id !== source.id) ?? [];
  const isCut = (found.data?.total ?? 0) > MOST_FOUND;
  const target = others.find(({ id }) => id === chosen) ?? others[0];
  return (
    <Dialog title="Merge into another project" onClose={onClose}>
      <p>
        All of <strong>{source.name}</strong> moves to the other project. It cannot be taken back.
      </p>
      <ProblemNote error={found.error} />
      <Form onSubmit={() => setTerms(typed.trim())}>
        <Row isAtEnd>
          <TextField label="Words of its name" value={typed} onChange={setTyped} maxLength={255} autoFocus />
          <Button type="submit">Search</Button>
        </Row>
      </Form>
      {found.isSuccess && others.length === 0 && <Soft>No other project is called so: try other words.</Soft>}
      {target && (
        <>
          <Choice
            label="Into"
            value={target.id}
            choices={others.map(({ id, name }) => [id, name] as const)}
            onChange={setChosen}
            {...(isCut && { hint: `The first ${MOST_FOUND}: more words find fewer.` })}
          />
          <Confirmation key={target.id} source={source} target={target} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
};

interface ConfirmationProps extends Pick<MergeDialogProps, 'onClose'> {
  readonly source: MergeDialogProps['project'];
  readonly target: Pick<Schemas['ListedProjectResponse'], 'id' | 'name' | 'modified_date'>;
}

/** What was looked at is what is done: where the target changed meanwhile, nothing is. */
const Confirmation = ({ source, target, onClose }: ConfirmationProps) => {
  const navigate = useNavigate();
  const params = {
    path: { target_id: target.id, source_id: source.id },
    header: { 'If-Match': `"${target.modified_date}"` },
  };
  const preview = useQuery({
    queryKey: ['merge', source.id, target.id, target.modified_date],
    queryFn: ({ signal }) =>
      answerOf(client.POST(path, { signal, params: { ...params, query: { validate_only: true } } })),
  });
  const merge = useAction(
    () => client.POST(path, { params }),
    () => `Merged "${source.name}" into "${target.name}".`,
  );
  const submit = async (): Promise<void> => {
    if (!(await merge.run(undefined))) return;
    onClose();
    void navigate({ to: '/projects/$id', params: { id: target.id } });
  };
  return (
    <Stack>
      <ProblemNote error={preview.error ?? merge.problem} />
      {preview.data && <WhatMoves preview={preview.data} />}
      <Row>
        <Button
          isGrave
          isDisabled={!preview.isSuccess}
          isPending={merge.isRunning}
          onPress={() => void submit()}
        >
          Merge
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Stack>
  );
};

const WhatMoves = ({ preview }: { readonly preview: Preview }) => {
  const { project_offerings, project_offering_roles, planned_hours, timesheet_entries } = preview;
  const names = project_offerings.map(({ name, previous_name }) =>
    name === previous_name ? name : `${previous_name}, which is then called "${name}"`,
  );
  const none = <Soft>none</Soft>;
  return (
    <section aria-label="What moves">
      <Facts
        facts={[
          ['Offerings', names.length === 0 ? none : names.join('; ')],
          ['Roles', project_offering_roles],
          ['Planned hours', wordsOfHours(planned_hours)],
          ['Timesheet entries', timesheet_entries],
          ['Tags', preview.tags.length === 0 ? none : preview.tags.join(', ')],
          [
            'Identifiers',
            preview.crm_identifiers.length === 0
              ? none
              : preview.crm_identifiers.map(({ system, identifier }) => `${system} ${identifier}`).join(', '),
          ],
        ]}
      />
    </section>
  );
};
