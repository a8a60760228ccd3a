import { useState } from 'react';
import { Button } from '../controls/button.js';
import { Block, Row, Soft, Stack } from '../structure/layout.js';
import { Warning } from './note.js';

export const CopyButton = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      // Without TLS browsers have no clipboard.
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      setOutcome('The browser does not allow it: select it and copy it.');
    }
  };
  return (
    <>
      <Button onPress={() => void copy()}>Copy {what}</Button>
      <span role="status">
        <Soft>{outcome}</Soft>
      </span>
    </>
  );
};

interface ShownOnceProps {
  readonly secret: string;
  /** Such as "token". */
  readonly what: string;
  readonly onClose: () => void;
  /** What can be done with it at once. */
  readonly line?: string;
}

export const ShownOnce = ({ secret, what, line, onClose }: ShownOnceProps) => (
  <Stack>
    <Warning>
      <p>Copy the {what} now: it cannot be read again.</p>
    </Warning>
    <Block name={`The ${what}`}>{secret}</Block>
    <Row>
      <CopyButton text={secret} what={what} />
    </Row>
    {line !== undefined && (
      <>
        <p>Try it in a terminal:</p>
        <Block name="A line for a terminal">{line}</Block>
        <Row>
          <CopyButton text={line} what="the line" />
        </Row>
      </>
    )}
    <Row>
      <Button weight="main" onPress={onClose}>
        I have copied the {what}
      </Button>
    </Row>
  </Stack>
);
