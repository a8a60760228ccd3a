import { createContext, useContext, useId, type ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { classes } from '../classes.js';
import styles from './field.module.css';

/** What is wrong with the fields of a form, by their names: until the next try, since what a click moves away it misses. */
export const FieldFaults = createContext<Readonly<Record<string, readonly string[]>>>({});

/** With the name of the member that it is sent as, it shows what the server says of it. */
export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly hint?: ReactNode;
}

export const TextField = ({ label, hint, ...props }: TextFieldProps) => {
  const faults = useContext(FieldFaults)[props.name ?? ''];
  return (
    <AriaTextField
      {...props}
      className={classes(styles.field)}
      isInvalid={faults !== undefined}
      validationBehavior="aria"
    >
      <Label className={classes(styles.label)}>{label}</Label>
      <Input className={classes(styles.input)} />
      {hint !== undefined && (
        <Text slot="description" className={classes(styles.hint)}>
          {hint}
        </Text>
      )}
      <FieldError className={classes(styles.fault)}>{faults?.join('; ')}</FieldError>
    </AriaTextField>
  );
};

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, words: string])[];
  readonly onChange: (value: Value) => void;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
}

export function Choice<Value extends string>({
  label,
  value,
  choices,
  onChange,
  hint,
  isDisabled = false,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.choice}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value as Value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface CheckProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
  /** Where no words stand beside it. */
  readonly name?: string;
}

export const Check = ({ children, name, ...props }: CheckProps) => (
  <AriaCheckbox
    {...props}
    {...(name !== undefined && { 'aria-label': name })}
    className={classes(styles.check)}
  >
    <span className={styles.box} aria-hidden="true" />
    {children}
  </AriaCheckbox>
);
