import { Body, Inject, Injectable, mixin, Optional, type PipeTransform, type Type } from '@nestjs/common';
import { invalidEntry, type Bulk, type BulkMode } from '../../bulk/index.js';
import { BusinessError, invalid } from '../../errors/index.js';
import { ReferenceResolver, type FoundReference } from '../../references/index.js';
import { MAX_FAULTS } from '../errors/faults.js';
import { check, ChoiceMember, member } from '../members/index.js';
import { validated, visited } from '../validation/request-validation.pipe.js';
import { bulkModes } from './bulk.dto.js';

interface Sent {
  mode: BulkMode;
  entries: unknown[];
}

export interface BulkOptions<Entry extends object> {
  readonly entry: Type<Entry>;
  readonly maxItems: number;
  /** What no single member of an entry shows, by member. */
  readonly faultsOf?: (entry: Entry) => Readonly<Record<string, readonly string[]>>;
}

/** The entries of a bulk request; faults are named as `entries[3].hours`. */
export const BulkBody = <Entry extends object>(options: BulkOptions<Entry>): ParameterDecorator =>
  Body(bulkBodyPipe(options));

function bulkBodyPipe<Entry extends object>(options: BulkOptions<Entry>): Type<PipeTransform> {
  @Injectable()
  class Pipe extends BulkBodyPipe<Entry> {
    constructor(@Optional() @Inject(ReferenceResolver) references?: ReferenceResolver) {
      super(options, references);
    }
  }
  return mixin(Pipe);
}

export class BulkBodyPipe<Entry extends object> implements PipeTransform<unknown, Promise<Bulk<Entry>>> {
  private readonly envelope: Type<Sent>;

  constructor(
    private readonly options: BulkOptions<Entry>,
    private readonly references?: ReferenceResolver,
  ) {
    const { maxItems } = options;
    const isFine = (value: unknown): boolean =>
      Array.isArray(value) && value.length > 0 && value.length <= maxItems;
    class Envelope implements Sent {
      @ChoiceMember(bulkModes, { description: '', example: '' })
      mode!: BulkMode;

      @member({ description: '', example: [] }, {}, check(isFine, `must be a list of 1 to ${maxItems} items`))
      entries!: unknown[];
    }
    this.envelope = Envelope;
  }

  async transform(value: unknown): Promise<Bulk<Entry>> {
    if (!isObject(value)) throw invalid({ body: ['must be a JSON object'] });
    const { mode, entries: sent } = (await validated(this.envelope, value)) as Sent;
    const found: FoundReference[] = [];
    const entries: (Entry | BusinessError)[] = [];
    const refused = new RefusedEntries();
    for (const [index, entry] of sent.entries()) {
      const read = this.entryOf(entry, index, found);
      const result = read instanceof Promise ? await read : read;
      if (mode === 'atomic' && result instanceof BusinessError) refused.add(index, result);
      if (refused.areAsManyAsAreListed) break;
      entries.push(result);
    }
    refused.mustBeNone();
    if (found.length > 0) await this.references?.fill(found);
    return { mode, entries };
  }

  private entryOf(
    sent: unknown,
    index: number,
    found: FoundReference[],
  ): Entry | BusinessError | Promise<Entry | BusinessError> {
    const place = `entries[${index}]`;
    if (!isObject(sent)) return invalid({ [place]: ['must be an object'] });
    const { message, findings } = visited(this.options.entry, sent, place);
    const judge = (): Entry | BusinessError => {
      if (!findings.faults.isEmpty) return invalid(findings.faults.toMembers());
      const faults = this.options.faultsOf?.(message as Entry) ?? {};
      if (Object.keys(faults).length > 0) return invalidEntry(index, faults);
      found.push(...findings.references);
      return message as Entry;
    };
    return findings.pending.length > 0 ? Promise.all(findings.pending).then(judge) : judge();
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Entries that all of them are refused for. */
class RefusedEntries {
  private first: number | undefined;
  private readonly faults: [string, readonly string[]][] = [];

  add(index: number, { members }: BusinessError): void {
    this.first ??= index;
    this.faults.push(...Object.entries(members));
  }

  get areAsManyAsAreListed(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }

  /** @throws BusinessError 400 with the faults of all, as far as one lists them */
  mustBeNone(): void {
    if (this.first === undefined) return;
    throw Object.assign(invalid(Object.fromEntries(this.faults)), { operation: { index: this.first } });
  }
}
