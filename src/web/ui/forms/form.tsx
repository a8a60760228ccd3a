import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Problem } from '../../connection/problem.js';
import { Button } from '../controls/button.js';
import { FieldFaults } from '../controls/field.js';
import { Row, Stack } from '../structure/layout.js';
import { ProblemNote } from '../telling/note.js';

interface FormProps {
  /** Why it was not accepted: said at the fields that have the names of its members, all else above them. */
  readonly problem?: Problem | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const noFaults: Problem['faults'] = {};

/** What is wrong the server says, in the words that other clients get. */
export const Form = ({ problem = null, onSubmit, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [atFields, setAtFields] = useState<readonly string[]>([]);
  const faults = problem?.faults ?? noFaults;
  useLayoutEffect(() => {
    const fields = Object.keys(faults)
      .map((member) => form.current?.elements.namedItem(member))
      .filter((field) => field instanceof HTMLInputElement);
    setAtFields(fields.map(({ name }) => name));
    fields[0]?.focus();
  }, [faults]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        <ProblemNote error={problem} atFields={atFields} />
        <FieldFaults value={faults}>{children}</FieldFaults>
      </Stack>
    </form>
  );
};

interface SubmitOrCancelProps {
  readonly isPending: boolean;
  readonly onCancel: () => void;
  /** What is done. */
  readonly children: ReactNode;
}

/** The end of the form of a dialog. */
export const SubmitOrCancel = ({ isPending, onCancel, children }: SubmitOrCancelProps) => (
  <Row>
    <Button weight="main" type="submit" isPending={isPending}>
      {children}
    </Button>
    <Button onPress={onCancel}>Cancel</Button>
  </Row>
);
