import { createRequire } from 'node:module';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import type * as Storage from 'class-transformer/types/storage.js';

/** The only private part of class-transformer used here, as in Nest's mapped types: there is no public way. */
export const transformerStorage: MetadataStorage = (
  createRequire(import.meta.url)('class-transformer/cjs/storage') as typeof Storage
).defaultMetadataStorage;
