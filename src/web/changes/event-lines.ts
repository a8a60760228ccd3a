/** Of Server-Sent Events. */
export interface StreamedEvent {
  readonly id: string | undefined;
  /** Undefined: only tells how far the stream is. */
  readonly data: string | undefined;
}

/** What has come as a whole, and the beginning of the next one. */
export function eventsIn(text: string): { readonly events: StreamedEvent[]; readonly rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.map(eventOf), rest };
}

function eventOf(block: string): StreamedEvent {
  const lines = block.split('\n');
  const of = (name: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const data = of('data');
  return { id: of('id').at(-1), data: data.length === 0 ? undefined : data.join('\n') };
}
