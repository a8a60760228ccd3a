import { useMay } from '../../api/rights.js';
import { Page } from '../structure/layout.js';
import { Lacking, ProblemNote } from './note.js';

interface NotShownProps {
  readonly title: string;
  readonly scope: string;
  /** Such as "Seeing webhooks". */
  readonly what: string;
  readonly error: unknown;
}

/** Instead of a page about one record that is not there, or not yet. */
export const NotShown = ({ title, scope, what, error }: NotShownProps) => {
  const mayRead = useMay(scope);
  return (
    <Page title={title}>
      {!mayRead && <Lacking scope={scope} what={what} />}
      <ProblemNote error={error} />
    </Page>
  );
};
