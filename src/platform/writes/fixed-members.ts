import { conflict } from '../errors/index.js';

export const requestMemberFixed = conflict(
  'request.member_fixed',
  (member: string) =>
    `${member}: cannot be changed once the record is made. Leave it out, or send what the record has.`,
  'project_model',
);
