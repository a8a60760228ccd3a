import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { Exclude, Expose, Transform, TransformationType, Type } from 'class-transformer';
import { transformerStorage } from './transformer-storage.js';

class Part {}

class Message {
  @Type(() => Part)
  @Transform(({ value }: { value: unknown }) => value, { toClassOnly: true })
  parts!: Part[];

  @Expose({ name: 'SIZE' })
  size!: number;

  @Exclude()
  secret!: string;
}

const DISTURBED = 'class-transformer keeps its metadata in another way: adapt transformer-storage.ts';

it('has the metadata of the decorators of class-transformer', () => {
  const type = transformerStorage.findTypeMetadata(Message, 'parts');
  const transforms = transformerStorage.findTransformMetadatas(
    Message,
    'parts',
    TransformationType.PLAIN_TO_CLASS,
  );
  const found = {
    type: type?.typeFunction() as unknown,
    reflected: type?.reflectedType as unknown,
    transforms: transforms.map(({ options, transformFn }) => [options, typeof transformFn]),
    exposed: transformerStorage.getExposedMetadatas(Message).map(({ propertyName }) => propertyName),
    excluded: transformerStorage.getExcludedMetadatas(Message).map(({ propertyName }) => propertyName),
  };
  expect([DISTURBED, found]).toEqual([
    DISTURBED,
    {
      type: Part,
      reflected: Array,
      transforms: [[{ toClassOnly: true }, 'function']],
      exposed: ['size'],
      excluded: ['secret'],
    },
  ]);
});
