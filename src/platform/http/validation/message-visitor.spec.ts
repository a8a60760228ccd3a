import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  MinLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { BusinessError } from '../../errors/index.js';
import { MoneyMember, ObjectListMember, ObjectMember, TextMember } from '../members/index.js';
import type { MessageClass } from './message-rules.js';
import { validated } from './request-validation.pipe.js';

type Faults = Readonly<Record<string, readonly string[]>>;

async function faultsIn(messageClass: MessageClass, sent: object): Promise<Faults> {
  try {
    await validated(messageClass, sent);
    return {};
  } catch (error) {
    return (error as BusinessError).members;
  }
}

const placesIn = async (messageClass: MessageClass, sent: object): Promise<string[]> =>
  Object.keys(await faultsIn(messageClass, sent));

describe('a message of members of this program', () => {
  class Item {
    @TextMember({ description: 'Name.', example: 'a' })
    name!: string;

    @MoneyMember({ description: 'Price.', example: { currency_code: 'USD', amount: 1 }, optional: true })
    price?: object;
  }

  class Message {
    @ObjectListMember(() => Item, {
      description: 'Items.',
      example: [],
      optional: true,
      distinctBy: ['name'],
    })
    items?: Item[];

    @ObjectMember(() => Item, { description: 'Item.', example: {}, optional: true, nullable: true })
    item?: Item | null;
  }

  it('is given as an instance with what it is converted to', () => {
    const message = validated(Message, { items: [{ name: ' a ' }], item: null });
    expect(message).toBeInstanceOf(Message);
    expect(message).toHaveProperty('items.0', expect.any(Item));
    expect(message).toEqual({ items: [{ name: 'a' }], item: null });
  });

  it('has its faults named by their places', async () => {
    const sent = {
      nmae: 1,
      item: { name: '', price: { currency_code: 'EUR', amount: -1, vat: 0 } },
      items: [{ name: 'a' }, null, [], { name: ' a', unknown: {} }],
    };
    expect((await placesIn(Message, sent)).sort()).toEqual([
      'item.name',
      'item.price.amount',
      'item.price.vat',
      'items[1]',
      'items[2]',
      'items[3]',
      'items[3].unknown',
      'nmae',
    ]);
  });

  it('has at most a hundred faults, and nobody looks further', async () => {
    let looked = 0;
    const item = (): object => ({
      get name() {
        looked += 1;
        return 5;
      },
      wrong: 1,
      other: 2,
    });
    const items = Array.from({ length: 100 }, item);
    expect(await placesIn(Message, { items })).toHaveLength(100);
    expect(looked).toBeLessThan(50);
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 0]));
    expect(await placesIn(Message, unknown)).toHaveLength(100);
  });

  it('has a list that is too long refused before anybody looks at its items', async () => {
    const untouchable = new Proxy({}, { ownKeys: fail, get: fail, has: fail, getPrototypeOf: fail });
    const items = Array<object>(101).fill(untouchable);
    expect(await faultsIn(Message, { items })).toEqual({ items: ['must be a list of at most 100 items'] });
  });
});

describe('a message of decorators of class-validator and class-transformer', () => {
  class Part {
    @IsInt()
    @Max(9, { message: '$property of $target is $value, more than $constraint1' })
    size!: number;
  }

  class Message {
    @MinLength(2)
    @Transform(({ value }) => String(value).trim())
    name!: string;

    @ArrayMaxSize(2)
    @IsArray()
    @ValidateNested({ each: true })
    @Type(() => Part)
    @IsOptional()
    parts?: Part[];

    @IsInt({ each: true })
    @IsOptional()
    sizes?: number[];

    @IsObject()
    @ValidateIf(({ name }: Message) => name === 'with data')
    data?: object;
  }

  it('is given as an instance with what it is converted to', () => {
    const message = validated(Message, { name: ' ab ', parts: [{ size: 1 }], sizes: [1], data: 'any' });
    expect(message).toBeInstanceOf(Message);
    expect(message).toHaveProperty('parts.0', expect.any(Part));
    expect(message).toEqual({ name: 'ab', parts: [{ size: 1 }], sizes: [1], data: 'any' });
    expect(validated(Message, { name: 'ab', parts: null })).toBeInstanceOf(Message);
  });

  it.each<[object, Faults]>([
    [{}, { name: ['must be longer than or equal to 2 characters'] }],
    [
      { name: 'ab', unknown: 1, parts: [{ size: 10 }, null, { size: 0.5, more: 1 }] },
      {
        unknown: ['is not known here'],
        'parts[0].size': ['of Part is 10, more than 9'],
        'parts[1]': ['must be an object'],
        'parts[2].more': ['is not known here'],
        'parts[2].size': ['must be an integer number'],
        parts: ['must contain no more than 2 elements'],
      },
    ],
    [
      { name: 'ab', parts: 'text' },
      { parts: expect.arrayContaining(['must be an object', 'must be an array']) },
    ],
    [{ name: 'ab', sizes: [1, 'b'] }, { sizes: ['each value in sizes must be an integer number'] }],
    [
      { name: 'with data', data: { inner: JSON.parse('{ "__proto__": 1 }') as object } },
      { 'data.inner.__proto__': ['is not known here'] },
    ],
  ] as [object, Faults][])('has the faults that they say: %j', async (sent, faults) => {
    expect(await faultsIn(Message, sent)).toEqual(faults);
  });

  it('can nest itself, and lists in lists', async () => {
    class Tree {
      @ValidateNested({ each: true })
      @Type(() => Tree)
      @IsOptional()
      rows?: Tree[][];
    }
    expect(await faultsIn(Tree, { rows: [[{ rows: [] }], [{}, { leaf: 1 }]] })).toEqual({
      'rows[1][1].leaf': ['is not known here'],
    });
  });

  it('has asynchronous constraints', async () => {
    @ValidatorConstraint({ async: true })
    class Later implements ValidatorConstraintInterface {
      validate(value: unknown): Promise<boolean> {
        return Promise.resolve(value === 'free');
      }

      defaultMessage(): string {
        return '$property must be free';
      }
    }
    class Named {
      @Validate(Later)
      name!: string;

      @Validate(Later, { each: true })
      others: string[] = [];
    }
    expect(await validated(Named, { name: 'free' })).toEqual({ name: 'free', others: [] });
    expect(await faultsIn(Named, { name: 'taken', others: ['free', 'taken'] })).toEqual({
      name: ['must be free'],
      others: ['must be free'],
    });
  });

  it('has decorators of an extension', async () => {
    const IsEven: PropertyDecorator = (target, propertyName) =>
      registerDecorator({
        target: target.constructor,
        propertyName: String(propertyName),
        options: { message: 'must be even' },
        validator: { validate: (value) => typeof value === 'number' && value % 2 === 0 },
      });
    class Even {
      @IsEven
      count!: number;
    }
    expect(await faultsIn(Even, { count: 3 })).toEqual({ count: ['must be even'] });
  });
});

describe('what class-transformer alone knows', () => {
  class Wing {
    @IsInt()
    span!: number;

    kind!: string;
  }

  class Bird {
    @IsInt()
    @Expose({ name: 'SIZE' })
    size!: number;

    @Type(() => Date)
    @IsDate()
    @IsOptional()
    hatched?: Date;

    @Exclude()
    @IsBoolean()
    @IsOptional()
    secret?: boolean;

    @ValidateNested()
    @Type(() => Object, {
      discriminator: { property: 'kind', subTypes: [{ value: Wing, name: 'wing' }] },
    })
    @IsOptional()
    part?: Wing;
  }

  it('is converted by it and checked as everything is', async () => {
    const hatched = '2026-01-01T00:00:00.000Z';
    const bird = validated(Bird, { SIZE: 3, hatched, secret: true, part: { kind: 'wing', span: 1 } });
    expect(bird).toEqual({ size: 3, hatched: new Date(hatched), part: { span: 1 } });
    expect(bird).toHaveProperty('part', expect.any(Wing));
    expect(await faultsIn(Bird, { SIZE: 'x', part: { kind: 'wing', span: 'x' }, more: 1 })).toEqual({
      more: ['is not known here'],
      size: ['must be an integer number'],
      'part.span': ['must be an integer number'],
    });
    expect(await faultsIn(Bird, JSON.parse('{ "SIZE": 1, "part": { "constructor": 1 } }') as object)).toEqual(
      {
        'part.constructor': ['is not known here'],
      },
    );
  });
});

function fail(): never {
  throw new Error('was looked at');
}
