import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readProgramSettings } from './contexts.js';
import { installExtensions } from './start/extensions.js';
import { describeError, writeDescription } from './platform/logging/index.js';
import { versioning } from './platform/http/http-application.js';
import { openApiDocument } from './platform/http/openapi/openapi-document.js';

async function main(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('Name the file to write.');
  await installExtensions([], process.env.EXTENSIONS);
  const settings = readProgramSettings({});
  const app = await NestFactory.create(AppModule.forRoot(settings, 'postgres://nowhere/none'), {
    preview: true,
    logger: ['error'],
  });
  app.enableVersioning(versioning);
  await writeFile(file, `${JSON.stringify(openApiDocument(app), null, 2)}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${writeDescription(describeError(error))}\n`);
  process.exitCode = 1;
});
