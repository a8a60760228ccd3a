export {
  BusinessError,
  conflict,
  invalid,
  notFound,
  unprocessable,
  type RefusalKind,
} from './business-error.js';
