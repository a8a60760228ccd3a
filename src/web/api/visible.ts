import { useSyncExternalStore } from 'react';

const follow = (follower: () => void): (() => void) => {
  document.addEventListener('visibilitychange', follower);
  return () => document.removeEventListener('visibilitychange', follower);
};

/** Whether somebody can see the page. */
export const useIsVisible = (): boolean =>
  useSyncExternalStore(follow, () => document.visibilityState === 'visible');
