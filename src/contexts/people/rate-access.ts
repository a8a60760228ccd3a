import { allows, type Caller } from '../../platform/http/index.js';

/** What a caller may do with cost rates, which fewer people may see than those who may see people and roles. */
export interface RateAccess {
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

export const rateAccessOf = ({ scopes }: Caller): RateAccess => ({
  mayRead: allows(scopes, 'rates:read'),
  mayWrite: allows(scopes, 'rates:write'),
});
