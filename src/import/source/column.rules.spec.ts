import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMapping } from '../mapping/mapping.reader.js';
import { findColumnFaults } from './column.rules.js';

const clients = `
  - name: accounts
    resource: clients
    source: { file: accounts.csv }
    match: [{ crm_identifier: { system: crm, identifier: '{account}' } }, { member: name }]
    members: { name: '{account}' }`;

const read = (steps: string) => readMapping('crm.yaml', `name: crm\nsteps:${steps}\n`);

describe('the columns of a mapping', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    await writeFile(join(folder, 'accounts.csv'), '\uFEFFaccount,sector\r\nIsdom,medical\r\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const faultsOf = async (steps: string) => {
    const { mapping, describe: tell } = read(steps);
    return (await findColumnFaults(mapping, folder)).map(tell);
  };

  it('are all in the header or made by the mapping', async () => {
    const made = clients.replace('    match', "    columns: { label: { from: '{sector}' } }\n    match");
    expect(await faultsOf(made.replace("name: '{account}'", "name: '{account} {label}'"))).toEqual([]);
  });

  it('that are in neither are told with those that are', async () => {
    expect(await faultsOf(clients.replace("name: '{account}'", "name: '{acount}'"))).toEqual([
      'line 7, steps[0].members.name uses the unknown column "acount" (accounts.csv: account, sector)',
    ]);
  });

  it('of a file that is missing are one fault', async () => {
    expect(await faultsOf(clients.replace('accounts.csv', 'none.csv'))).toEqual([
      expect.stringMatching(/^line 5, steps\[0\]\.source cannot be read: There is no file .*none\.csv\.$/),
    ]);
  });
});
