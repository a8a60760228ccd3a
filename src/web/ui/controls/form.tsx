import type { ReactNode } from 'react';
import { Row, Stack } from '../structure/layout.js';
import { Button } from './button.js';

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** What is wrong the server says, in the words that other clients get. */
export const Form = ({ onSubmit, children }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <Stack>{children}</Stack>
  </form>
);

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
