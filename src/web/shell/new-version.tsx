import { useValue } from '../api/use-value.js';
import { Value } from '../connection/value.js';
import { Button } from '../ui/controls/button.js';
import { Row } from '../ui/structure/layout.js';
import { Warning } from '../ui/telling/note.js';

const isThere = new Value(false);

// Vite sends it where a part of the pages is not there any more: they are those of an earlier version.
addEventListener('vite:preloadError', () => isThere.set(true));

export const NewVersion = () =>
  useValue(isThere) ? (
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
