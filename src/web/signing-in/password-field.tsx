import { useState } from 'react';
import { Check, TextField } from '../ui/controls/field.js';

interface PasswordFieldProps {
  readonly label: string;
  /** As which it is sent. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Tells password managers whether it is made here. */
  readonly isNew?: boolean;
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

export const PasswordField = ({ isNew = false, hint, autoFocus = false, ...props }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        {...props}
        {...(hint !== undefined && { hint })}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoFocus={autoFocus}
        spellCheck="false"
      />
      <Check isSelected={isShown} onChange={setShown}>
        Show the password
      </Check>
    </>
  );
};

/** Tells password managers whose password it is. */
export const KnownUsername = ({ address }: { readonly address: string }) => (
  <input type="text" autoComplete="username" value={address} readOnly hidden />
);
