import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

type Judge = (output: string) => { status: number; message: string };

describe('what npm says of signatures', () => {
  const judged = async (output: unknown) => {
    const { href } = pathToFileURL(resolve('tools/signature-judgement.mjs'));
    const { judge } = (await import(href)) as { judge: Judge };
    return judge(typeof output === 'string' ? output : JSON.stringify(output));
  };
  const found = (list: string) => ({ [list]: [{ name: 'left-pad', version: '1.3.0' }] });

  it('passes when none is wrong and none is missing', async () => {
    expect((await judged({ invalid: [], missing: [] })).status).toBe(0);
  });

  it.each([
    [{ missing: [], ...found('invalid') }, 'left-pad@1.3.0 has a wrong signature'],
    [{ invalid: [], ...found('missing') }, 'left-pad@1.3.0 has no signature'],
    [{ error: { code: 'EINTEGRITY', summary: 'sha512' } }, 'npm audit signatures failed: sha512'],
    [{}, 'npm audit signatures named no result.'],
    ['npm error', 'npm audit signatures said nothing that can be understood.'],
    ['null', 'npm audit signatures said nothing that can be understood.'],
  ])('fails on %p', async (output, message) => {
    expect(await judged(output)).toEqual({ status: 1, message });
  });

  it('is no answer when the keys are out of reach', async () => {
    const error = { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND keys.example' };
    expect(await judged({ error })).toEqual({ status: 75, message: `Not checked: ${error.summary}` });
  });
});
