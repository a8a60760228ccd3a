import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMapping } from '../mapping/mapping.reader.js';
import { findColumnFaults } from './column.rules.js';

/** The steps of a mapping of clients. @param columns lines of its own */
const steps = ({ file = 'accounts.csv', columns = '', name = '{account}' }): string => `
  - name: accounts
    resource: clients
    source: { file: ${file} }${columns}
    match: [{ crm_identifier: { system: crm, identifier: '{account}' } }]
    members: { name: '${name}' }`;

describe('the columns of a mapping', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    await writeFile(join(folder, 'accounts.csv'), '\uFEFFaccount,sector\r\nIsdom,medical\r\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const faultsOf = async (parts: Parameters<typeof steps>[0]) => {
    const { mapping, describe: tell } = readMapping('crm.yaml', `name: crm\nsteps:${steps(parts)}\n`);
    return (await findColumnFaults(mapping, folder)).map(tell);
  };

  it('are all in the header or made by the mapping', async () => {
    const columns = "\n    columns: { label: { from: '{sector}' } }";
    expect(await faultsOf({ columns, name: '{account} {label}' })).toEqual([]);
  });

  it('that are in neither are told with those that are', async () => {
    expect(await faultsOf({ name: '{acount}' })).toEqual([
      'line 7, steps[0].members.name uses the unknown column "acount" (accounts.csv: account, sector)',
    ]);
  });

  it('of a file that is missing are one fault', async () => {
    expect(await faultsOf({ file: 'none.csv' })).toEqual([
      expect.stringMatching(/^line 5, steps\[0\]\.source cannot be read: There is no file .*none\.csv\.$/),
    ]);
  });
});
