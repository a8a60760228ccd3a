import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { projectModelValues, projectStatusValues } from '../generated/api.js';
import { Button } from '../ui/controls/button.js';
import { Check, Choice, TextField } from '../ui/controls/field.js';
import { Form } from '../ui/forms/form.js';
import { Row } from '../ui/structure/layout.js';
import type { ProjectFilter } from './project-filter.js';
import { wordsOfModel, wordsOfStatus } from './project-words.js';

interface ProjectFilterFormProps {
  readonly filter: ProjectFilter;
  readonly pipelines: readonly Schemas['PipelineResponse'][];
  readonly onChange: (changes: ProjectFilter) => void;
}

/** What is chosen counts at once, what is typed with Enter. */
export const ProjectFilterForm = ({ filter, pipelines, onChange }: ProjectFilterFormProps) => {
  const [typed, setTyped] = useState({
    terms: filter.terms ?? '',
    client: filter.client ?? '',
    tag: filter.tag ?? '',
  });
  const text = (label: string, member: keyof typeof typed) => (
    <TextField
      label={label}
      maxLength={255}
      value={typed[member]}
      onChange={(value) => setTyped({ ...typed, [member]: value })}
    />
  );
  return (
    <search>
      <Form onSubmit={() => onChange(typed)}>
        <Row isAtEnd>
          {text('Words of the name', 'terms')}
          {text('Name of the client', 'client')}
          {text('Tag', 'tag')}
          <Button type="submit">Search</Button>
        </Row>
        <Row isAtEnd>
          <Choice
            label="Only with status"
            value={filter.status ?? ''}
            choices={[['', 'Any'], ...projectStatusValues.map((one) => [one, wordsOfStatus[one]] as const)]}
            onChange={(status) => onChange({ status: status === '' ? undefined : status })}
          />
          <Choice
            label="Only projects"
            value={filter.model ?? ''}
            choices={[['', 'Any'], ...projectModelValues.map((one) => [one, wordsOfModel[one]] as const)]}
            onChange={(model) => onChange({ model: model === '' ? undefined : model })}
          />
          {pipelines.length > 0 && (
            <Choice
              label="Only in pipeline"
              value={filter.pipeline ?? ''}
              choices={[['', 'Any'], ...pipelines.map(({ id, name }) => [id, name] as const)]}
              onChange={(pipeline) => onChange({ pipeline })}
            />
          )}
          <Check isSelected={filter.archived ?? false} onChange={(archived) => onChange({ archived })}>
            Archived ones instead
          </Check>
        </Row>
      </Form>
    </search>
  );
};
