import type { ErrorComponentProps } from '@tanstack/react-router';
import { useValue } from '../api/use-value.js';
import { Button, ButtonLink } from '../ui/controls/button.js';
import { Page, Row } from '../ui/structure/layout.js';
import { PlainPage } from '../ui/structure/plain-page.js';
import { ProblemNote } from '../ui/telling/note.js';
import { hasNewVersion } from './part.js';

export const NotFound = () => (
  <PlainPage title="There is no such page">
    <Row>
      <ButtonLink to="/">To the start</ButtonLink>
    </Row>
  </PlainPage>
);

export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const isOld = useValue(hasNewVersion);
  return (
    <Page title={isOld ? 'This page comes with the new version' : 'This page does not work'}>
      {!isOld && (
        <>
          <ProblemNote error={error} />
          <Row>
            <Button weight="main" onPress={reset}>
              Try again
            </Button>
          </Row>
        </>
      )}
    </Page>
  );
};
