import { describe, expect, it } from '@jest/globals';
import { eventsIn } from './event-lines.js';

describe('Server-Sent Events', () => {
  it('are read as a whole, however they are cut', () => {
    const text = 'id: 7\ndata: {"a":1}\n\n: still here\nid: 9\n\nid: 10\ndata: one\ndata: two\n\n';
    const whole = eventsIn(text);
    expect(whole).toEqual({
      events: [
        { id: '7', data: '{"a":1}' },
        { id: '9', data: undefined },
        { id: '10', data: 'one\ntwo' },
      ],
      rest: '',
    });
    for (let cut = 0; cut <= text.length; cut += 1) {
      const first = eventsIn(text.slice(0, cut));
      const second = eventsIn(first.rest + text.slice(cut));
      expect([...first.events, ...second.events]).toEqual(whole.events);
    }
  });
});
