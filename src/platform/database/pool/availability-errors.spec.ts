import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { availabilityRefusal, NoConnectionError, type Outcome } from './availability-errors.js';

const failed = (code: string | undefined, message = ''): Error =>
  new QueryFailedError('UPDATE clients', [], Object.assign(new Error(message), { code }));

const refused = (error: unknown, outcome: Outcome = 'unknown') => {
  const refusal = availabilityRefusal(error, outcome);
  return refusal && [refusal.code, /not known/.test(refusal.message) ? 'unknown' : 'nothing'];
};

describe('a failure of the database', () => {
  it.each(['08006', '57P01', '57P02', '57P03', '25P03', '58030', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])(
    'that leaves a statement without a result, as %s, is unavailability with an unknown outcome',
    (code) => {
      expect(refused(failed(code))).toEqual(['server.database_unavailable', 'unknown']);
      expect(refused(failed(code), 'nothing')).toEqual(['server.database_unavailable', 'nothing']);
    },
  );

  it.each(['53100', '53200', '53300', '25006'])(
    'that refuses a statement, as %s, has changed nothing',
    (code) => {
      expect(refused(failed(code))).toEqual(['server.database_unavailable', 'nothing']);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Client has encountered a connection error and is not queryable',
  ])('that pg reports without a code, "%s", is unavailability', (message) => {
    expect(refused(failed(undefined, message))).toEqual(['server.database_unavailable', 'unknown']);
  });

  it('before anything was asked has changed nothing', () => {
    expect(refused(new NoConnectionError('none was free'))).toEqual([
      'server.database_unavailable',
      'nothing',
    ]);
  });

  it('because of a lock is told apart, whoever ended the wait', () => {
    expect(refused(failed('55P03'))?.[0]).toBe('server.lock_timeout');
    for (const message of [
      'canceling statement due to user request',
      'storniere Anfrage wegen Benutzeraufforderung',
    ])
      expect(refused(failed('57014', message))?.[0]).toBe('server.lock_timeout');
    expect(refused(failed('57014', 'canceling statement due to statement timeout'))).toEqual([
      'server.database_unavailable',
      'nothing',
    ]);
  });

  it.each(['23505', '40P01', '42P01', 'XX001'])('such as %s is none of these', (code) => {
    expect(refused(failed(code))).toBeUndefined();
  });

  it('that did not come from the database is none of these either', () => {
    expect(refused(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))).toBeUndefined();
  });
});
