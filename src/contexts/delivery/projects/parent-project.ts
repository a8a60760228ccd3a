import type { Project } from './project.entity.js';

/** What a project decides about the offerings in it. */
export type ParentProject = Readonly<
  Pick<Project, 'projectModel' | 'status' | 'currencyCode' | 'mergedIntoId' | 'isArchived'>
>;
