import { created, modified } from 'planning-delivery-api/platform';

export const skillCreated = created('skill', 'skill');
export const skillModified = modified('skill', 'skill');
