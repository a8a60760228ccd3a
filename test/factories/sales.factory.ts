type Body = Record<string, unknown>;

let made = 0;

/** Bodies of requests; names and identifiers differ each time. */
export const aClient = (members: Body = {}): Body & { name: string } => ({
  name: `Client ${++made}`,
  ...members,
});

export const aPipeline = (members: Body = {}): Body & { name: string } => ({
  name: `Pipeline ${++made}`,
  ...members,
});

export const aStage = (members: Body = {}): Body & { name: string } => ({
  name: `Stage ${++made}`,
  ...members,
});

export const anIdentifier = (system = 'hubspot'): { system: string; identifier: string; url: null } => ({
  system,
  identifier: `record-${++made}`,
  url: null,
});
