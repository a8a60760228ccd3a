/*
 * Plugins of Swagger UI. They are sent to the browser as text, so each function stands for itself.
 */

interface Collection<Item> {
  get(name: string): Item;
  filter(isWanted: (item: Item) => boolean): Collection<Item>;
  map(change: (item: Item, name: string) => Item): Collection<Item>;
  readonly size: number;
}

interface Operation {
  get(name: 'method' | 'path'): string;
  getIn(path: readonly string[]): string | undefined;
}

interface Tag {
  get(name: 'operations'): Collection<Operation>;
  set(name: 'operations', operations: Collection<Operation>): Tag;
}

interface System {
  readonly layoutActions: { show(thing: readonly string[], isShown: boolean): void };
  readonly specSelectors: { taggedOperations(): { keySeq(): Iterable<string> } };
  readonly React: {
    createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown;
  };
}

/** Finds operations by their words, whatever their case: method, path, summary, name or group. */
export const findOperations = () => ({
  fn: {
    opsFilter: (tags: Collection<Tag>, phrase: string): Collection<Tag> => {
      const words = phrase.toLowerCase().split(' ');
      const isFound = (operation: Operation, tag: string): boolean => {
        const summary = operation.getIn(['operation', 'summary']);
        const name = operation.getIn(['operation', 'operationId']);
        const text = [tag, operation.get('method'), operation.get('path'), summary, name]
          .join(' ')
          .toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((tag, name) =>
          tag.set(
            'operations',
            tag.get('operations').filter((operation) => isFound(operation, name)),
          ),
        )
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});

/** Opens the groups while operations are looked for, and closes them afterwards. */
export const openFoundTags = () => ({
  statePlugins: {
    layout: {
      wrapActions: {
        updateFilter:
          (updateFilter: (phrase: string) => unknown, { layoutActions, specSelectors }: System) =>
          (phrase: string): unknown => {
            const updated = updateFilter(phrase);
            // Without a phrase these are all.
            for (const tag of specSelectors.taggedOperations().keySeq()) {
              layoutActions.show(['operations-tag', tag], phrase !== '');
            }
            return updated;
          },
      },
    },
  },
});

/** Keeps the webhooks closed until somebody wants to see them. */
export const foldWebhooks = () => ({
  wrapComponents: {
    Webhooks:
      (Webhooks: unknown, { React }: System) =>
      (properties: object): unknown =>
        React.createElement(
          'details',
          { className: 'webhooks' },
          React.createElement('summary', null, 'Webhooks'),
          React.createElement(Webhooks, properties),
        ),
  },
});
