import { check, member, type MemberOptions } from '../../../platform/http/index.js';
import { isReturnPath, MAX_RETURN_PATH_LENGTH, RETURN_PATH_FAULT } from './return-path.js';

export const ReturnPathMember = (options: MemberOptions): PropertyDecorator =>
  member(
    options,
    { type: 'string', maxLength: MAX_RETURN_PATH_LENGTH },
    check(isReturnPath, RETURN_PATH_FAULT),
  );
