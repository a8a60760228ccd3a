import '../theme.css';
import '../signing-in/link-secret.js';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { router } from './router.js';

// With all parts of the page at hand: what comes after the first rendering, React holds back for a while.
void router.load().finally(() => {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
});
