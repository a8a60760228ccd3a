/** What rules of other contexts use of this one: no framework, no messages. */
export { personNotUsable } from './people/person.rules.js';
