import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queries } from '../api/client.js';
import { isInside } from '../connection/place.js';
import { isSignedOut } from '../connection/session.js';
import { useValue } from '../api/use-value.js';
import { router, signingIn } from './router.js';

export const App = () => {
  const isOut = useValue(isSignedOut);
  useEffect(() => {
    if (isOut) leave();
  }, [isOut]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
};

function leave(): void {
  const { pathname, searchStr } = router.state.location;
  if (!isInside(pathname)) return;
  void router.navigate(signingIn(pathname, searchStr));
}
