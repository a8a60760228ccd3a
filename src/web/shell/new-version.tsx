import { useValue } from '../api/use-value.js';
import { Button } from '../ui/controls/button.js';
import { Row } from '../ui/structure/layout.js';
import { Warning } from '../ui/telling/note.js';
import { hasNewVersion } from './part.js';

export const NewVersion = () =>
  useValue(hasNewVersion) ? (
    <div role="alert">
      <Warning>
        <Row isApart>
          <p>There is a new version of these pages. What you have typed is kept.</p>
          <Button weight="main" onPress={() => location.reload()}>
            Load it
          </Button>
        </Row>
      </Warning>
    </div>
  ) : null;
