import { created } from 'planning-delivery-api/platform';

export const skillCreated = created('skill', 'skill');
