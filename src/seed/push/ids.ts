/** Ids of created records, by their names in the content. */
export class Ids {
  private readonly byKey = new Map<string, string>();

  keep(kind: string, key: string, id: string): void {
    this.byKey.set(`${kind} ${key}`, id);
  }

  /** @throws Error when the record was not created before: a bug */
  of(kind: string, key: string): string {
    const id = this.find(kind, key);
    if (id === undefined) throw new Error(`There is no ${kind} "${key}" yet.`);
    return id;
  }

  find(kind: string, key: string): string | undefined {
    return this.byKey.get(`${kind} ${key}`);
  }
}
