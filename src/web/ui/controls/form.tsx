import type { ReactNode } from 'react';
import { Stack } from '../structure/layout.js';

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
