import { Body, Inject, Injectable, mixin, Optional, type PipeTransform, type Type } from '@nestjs/common';
import { BusinessError, invalid } from '../../errors/index.js';
import { ReferenceResolver } from '../../references/index.js';
import { ObjectListMember } from '../members/index.js';
import { validated } from '../validation/request-validation.pipe.js';

export interface ListBodyOptions {
  readonly entry: Type<object>;
  readonly maxItems: number;
  /** Text members that are unique among the entries. */
  readonly distinctBy: readonly string[];
}

/** A list of at least one entry. Faults are named as `[3].hours`. */
export const ListBody = (options: ListBodyOptions): ParameterDecorator => Body(listBodyPipe(options));

function listBodyPipe(options: ListBodyOptions): Type<PipeTransform> {
  @Injectable()
  class Pipe extends ListBodyPipe {
    constructor(@Optional() @Inject(ReferenceResolver) references?: ReferenceResolver) {
      super(options, references);
    }
  }
  return mixin(Pipe);
}

export class ListBodyPipe implements PipeTransform<unknown, Promise<object[]>> {
  private readonly message: Type<{ list: object[] }>;

  constructor(
    private readonly options: ListBodyOptions,
    private readonly references?: ReferenceResolver,
  ) {
    const { entry, maxItems, distinctBy } = options;
    class ListMessage {
      @ObjectListMember(() => entry, { description: '', example: [], minItems: 1, maxItems, distinctBy })
      list!: object[];
    }
    this.message = ListMessage;
  }

  async transform(value: unknown): Promise<object[]> {
    if (!Array.isArray(value)) {
      throw invalid({ body: [`must be a list of 1 to ${this.options.maxItems} items`] });
    }
    try {
      const message = await validated(this.message, { list: value }, '', this.references);
      return (message as { list: object[] }).list;
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      const faults = Object.entries(error.members);
      throw invalid(Object.fromEntries(faults.map(([path, messages]) => [pathInList(path), messages])));
    }
  }
}

const pathInList = (path: string): string => (path === 'list' ? 'body' : path.slice('list'.length));
