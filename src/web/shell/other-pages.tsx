import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button, ButtonLink } from '../ui/controls/button.js';
import { Page, Row } from '../ui/structure/layout.js';
import { PlainPage } from '../ui/structure/plain-page.js';
import { ProblemNote } from '../ui/telling/note.js';

export const NotFound = () => (
  <PlainPage title="There is no such page">
    <Row>
      <ButtonLink to="/">To the start</ButtonLink>
    </Row>
  </PlainPage>
);

export const PageFailed = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page does not work">
    <ProblemNote error={error} />
    <Row>
      <Button weight="main" onPress={reset}>
        Try again
      </Button>
    </Row>
  </Page>
);
