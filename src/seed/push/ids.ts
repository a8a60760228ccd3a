/** The ids that the API gave to the records, by what the content calls them. */
export class Ids {
  private readonly byKey = new Map<string, string>();

  keep(kind: string, key: string, id: string): void {
    this.byKey.set(`${kind} ${key}`, id);
  }

  /** @throws Error when the content names a record that was not made before: a mistake of ours */
  of(kind: string, key: string): string {
    const id = this.find(kind, key);
    if (id === undefined) throw new Error(`There is no ${kind} "${key}" yet.`);
    return id;
  }

  find(kind: string, key: string): string | undefined {
    return this.byKey.get(`${kind} ${key}`);
  }
}
