export {
  BusinessError,
  invalid,
  UnavailableError,
  type NamedKind,
  type RefusedOperation,
  type RefusalKind,
} from './business-error.js';
export {
  conflict,
  notFound,
  refusal,
  unavailable,
  unprocessable,
  type DeclaredRefusal,
  type Refusal,
} from './refusal.js';
