/* Plugins of Swagger UI. Sent to the browser as text, so each function is self-contained. */

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

export const openFoundTags = () => ({
  statePlugins: {
    layout: {
      wrapActions: {
        updateFilter:
          (updateFilter: (phrase: string) => unknown, { layoutActions, specSelectors }: System) =>
          (phrase: string): unknown => {
            const updated = updateFilter(phrase);
            for (const tag of specSelectors.taggedOperations().keySeq()) {
              layoutActions.show(['operations-tag', tag], phrase !== '');
            }
            return updated;
          },
      },
    },
  },
});

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
