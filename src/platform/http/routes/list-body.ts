import { Body, type PipeTransform, type Type } from '@nestjs/common';
import { BusinessError, invalid } from '../../errors/index.js';
import { ObjectListMember } from '../members/index.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';

/** A body that is a bare list. */
export interface ListBodyOptions {
  /** The class of each entry. */
  readonly entry: Type<object>;
  /** Entries at most. */
  readonly maxItems: number;
  /** Text members that no two entries may have in common. */
  readonly distinctBy: readonly string[];
}

/** The body of the request, a list of at least one entry. Faults are named as `[3].hours`. */
export const ListBody = (options: ListBodyOptions): ParameterDecorator => Body(new ListBodyPipe(options));

const validation = new RequestValidationPipe();

class ListBodyPipe implements PipeTransform<unknown, Promise<object[]>> {
  private readonly message: Type<{ list: object[] }>;

  constructor(private readonly options: ListBodyOptions) {
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
      const message = await validation.transform({ list: value }, { type: 'body', metatype: this.message });
      return (message as { list: object[] }).list;
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      const faults = Object.entries(error.members);
      throw invalid(Object.fromEntries(faults.map(([path, messages]) => [pathInList(path), messages])));
    }
  }
}

const pathInList = (path: string): string => (path === 'list' ? 'body' : path.slice('list'.length));
