import { SettingsError } from '../platform/config/settings.js';
import { EmbeddedPostgresError } from '../platform/database/embedded-postgres.js';
import { DatabaseUnavailableError, explainDatabaseFailure } from '../platform/database/start-failures.js';
import { BusinessError } from '../platform/errors/index.js';
import { describeError, writeDescription } from '../platform/logging/index.js';

/** A sentence for expected failures; for others a description with the stack. */
export function explainFailure(error: unknown): string {
  const known = [BusinessError, SettingsError, DatabaseUnavailableError, EmbeddedPostgresError];
  if (error instanceof BusinessError && error.kind === 'invalid') return writeFaults(error.members);
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  const sentence = explainDatabaseFailure(error) ?? explainListening(error);
  return sentence ?? writeDescription(describeError(error));
}

const writeFaults = (members: BusinessError['members']): string =>
  Object.entries(members)
    .flatMap(([member, messages]) => messages.map((message) => `${member} ${message}`))
    .join('\n');

interface SystemError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

function explainListening(error: unknown): string | undefined {
  const { code, syscall, port, address, hostname } = error as SystemError;
  if (syscall === 'listen') {
    return code === 'EADDRINUSE'
      ? `Port ${port} is in use: stop the other program or set PORT.`
      : `The API cannot listen on port ${port} of ${address} (${code}): set another PORT or HOST.`;
  }
  if (syscall === 'getaddrinfo') return `There is no address ${hostname} (${code}): correct HOST.`;
  return undefined;
}
