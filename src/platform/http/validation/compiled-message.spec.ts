import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Expose, Transform, Type } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  MinLength,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { compile } from './compiled-message.js';

class Part {
  @IsInt()
  size!: number;
}

class Message {
  @MinLength(2)
  @Transform(({ value }) => String(value).trim())
  name!: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => Part)
  parts?: Part[];
}

describe('a compiled message', () => {
  const accept = compile(Message);

  it('obeys the decorators of class-validator and class-transformer', () => {
    const accepted = accept?.({ name: ' ab ', parts: [{ size: 1 }] });
    expect(accepted).toBeInstanceOf(Message);
    expect(accepted).toEqual({ name: 'ab', parts: [{ size: 1 }] });
    expect(accepted).toHaveProperty('parts.0', expect.any(Part));
    expect(accept?.({ name: 'ab', parts: null })).toBeInstanceOf(Message);
  });

  it.each([
    [{}],
    [{ name: ' a ' }],
    [{ name: 'ab', unknown: 1 }],
    [{ name: 'ab', parts: [{ size: 0.5 }] }],
    [{ name: 'ab', parts: [null] }],
    [{ name: 'ab', parts: 'text' }],
  ])('is none where something is wrong: %j', (sent) => {
    expect(accept?.(sent)).toBeUndefined();
  });
});

@ValidatorConstraint()
class Later implements ValidatorConstraintInterface {
  validate(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

class Unruled {
  name!: string;
}

class Each {
  @IsInt({ each: true })
  sizes!: number[];
}

class Named {
  @IsInt()
  @Expose({ name: 'SIZE' })
  size!: number;
}

class Untyped {
  @ValidateNested()
  part!: Part;
}

class Grouped {
  @IsInt()
  @Transform(({ value }) => Number(value), { groups: ['a'] })
  size!: number;
}

class Preset {
  @IsInt()
  size = 1;

  other = 2;
}

describe('what is not known here', () => {
  it.each([[Unruled], [Each], [Named], [Untyped], [Grouped], [Preset]])(
    'is left to the libraries: %p',
    (unknown) => {
      expect(compile(unknown)).toBeNull();
    },
  );

  it('never passes for fine because its answer comes later', () => {
    class Message {
      @Validate(Later)
      size!: number;
    }
    expect(compile(Message)?.({ size: 1 })).toBeUndefined();
  });
});
