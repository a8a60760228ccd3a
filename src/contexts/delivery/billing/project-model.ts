export const projectModels = ['client', 'internal'] as const;

/** Whether a project is for a client, or for the organization itself. */
export type ProjectModel = (typeof projectModels)[number];
