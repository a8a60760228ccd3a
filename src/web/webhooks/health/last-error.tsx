import type { Schemas } from '../../api/client.js';
import { Soft } from '../../ui/structure/layout.js';
import { Moment } from '../../ui/telling/moment.js';

export const LastError = ({ error }: { readonly error: Schemas['WebhookSubscriberErrorResponse'] | null }) =>
  error ? (
    <>
      {error.words}{' '}
      <Soft>
        <Moment at={error.date} />
      </Soft>
    </>
  ) : (
    <Soft>none</Soft>
  );
