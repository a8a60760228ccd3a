import type { DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../../../src/app.module.js';
import { readProgramSettings } from '../../../src/contexts.js';
import { ProvisioningModule } from '../../../src/contexts/people/index.js';
import { RecordedTimeModule } from '../../../src/contexts/time-tracking/index.js';
import { AdaptersModule } from '../../../src/platform/contexts/index.js';

describe('a port that no module answers', () => {
  const url = 'postgres://nowhere/none';

  it.each([
    { answers: RecordedTimeModule, lacks: 'OrganizationProvisioning' },
    { answers: ProvisioningModule, lacks: 'RecordedTime' },
  ])('stops the start: $lacks is named', async ({ answers, lacks }) => {
    const root = AppModule.forRoot(readProgramSettings({ LOG_LEVEL: 'silent' }), url);
    const imports = (root.imports ?? []).map((imported) =>
      (imported as DynamicModule).module === AdaptersModule ? AdaptersModule.forRoot([answers]) : imported,
    );
    const builder = Test.createTestingModule({ imports: [{ ...root, imports }] });
    builder.overrideProvider(DataSource).useValue(new DataSource({ type: 'postgres', url }));
    await expect(builder.compile()).rejects.toThrow(
      new RegExp(`can't resolve dependencies of the \\w+ .*${lacks}`),
    );
  });
});
