import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readSettings } from './platform/config/settings.js';
import { describeError, writeDescription } from './platform/logging/index.js';
import { openApiDocument } from './platform/http/openapi/openapi-document.js';

/** Writes the API description to a file, without a database: Nest's preview makes no providers. */
async function main(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('Name the file to write: node dist/openapi.js FILE');
  const settings = readSettings({});
  const app = await NestFactory.create(AppModule.forRoot(settings, 'postgres://nowhere/none'), {
    preview: true,
    logger: ['error'],
  });
  await writeFile(file, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${writeDescription(describeError(error))}\n`);
  process.exitCode = 1;
});
