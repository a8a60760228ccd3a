type Body = Record<string, unknown>;

let made = 0;

/** A project for a client. */
export const aProject = (clientId: string, members: Body = {}): Body & { name: string } => ({
  name: `Project ${++made}`,
  client_id: clientId,
  ...members,
});

export const anInternalProject = (members: Body = {}): Body & { name: string } => ({
  name: `Internal project ${++made}`,
  project_model: 'internal',
  ...members,
});
