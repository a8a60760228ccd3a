type Body = Record<string, unknown>;

let made = 0;

/** A subscriber at an address where nobody is, and without a name, so that nobody asks the DNS. */
export const aSubscriber = (members: Body = {}): Body & { name: string; url: string } => ({
  name: `Subscriber ${++made}`,
  url: 'https://192.0.2.1/hooks',
  ...members,
});
