import { useSyncExternalStore } from 'react';
import type { Value } from '../connection/value.js';

export const useValue = <Kind>(value: Value<Kind>): Kind =>
  useSyncExternalStore(value.follow, () => value.get());
