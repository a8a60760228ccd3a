import { In, type FindOptionsOrder, type FindOptionsWhere, type Repository } from 'typeorm';
import type { Resource } from '../database/index.js';
import type { BusinessError } from '../errors/index.js';

export interface Reference {
  readonly id: string;
  readonly member: string;
}

type NotUsable = (member: string) => BusinessError;

export const notArchived = ({ isArchived }: { readonly isArchived: boolean }): boolean => !isArchived;

export function mustBeUsable<Row>(row: Row | null | undefined, notUsable: NotUsable, member: string): Row {
  if (row) return row;
  throw notUsable(member);
}

export abstract class UsableRecords<Row extends Resource> {
  constructor(
    protected readonly rows: Repository<Row>,
    protected readonly isUsable: (row: Row) => boolean,
    private readonly notUsable: NotUsable,
  ) {}

  /** Call it in a unit of work. @throws 422 when the organization has no such record, or it is not usable */
  async lockForShare(organizationId: string, id: string, member: string): Promise<Row> {
    const [row] = await this.lockAllForShare(organizationId, [{ id, member }]);
    return row as Row;
  }

  /** @returns rows in the order of the references @throws 422 for the first missing or unusable one */
  async lockAllForShare(organizationId: string, references: readonly Reference[]): Promise<Row[]> {
    if (references.length === 0) return [];
    const ids = { id: In(references.map(({ id }) => id)) } as FindOptionsWhere<Row>;
    const usable = (await this.findForShare(organizationId, ids)).filter((row) => this.isUsable(row));
    const byId = new Map(usable.map((row) => [row.id, row]));
    return references.map(({ id, member }) => mustBeUsable(byId.get(id), this.notUsable, member));
  }

  protected findForShare(organizationId: string, where: FindOptionsWhere<Row>): Promise<Row[]> {
    return this.rows.find({
      where: { ...where, organizationId },
      order: { id: 'ASC' } as FindOptionsOrder<Row>,
      lock: { mode: 'pessimistic_read' },
    });
  }
}
