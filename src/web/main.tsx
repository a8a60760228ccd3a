import './theme.css';
import './signing-in/link-secret.js';
import { createRoot } from 'react-dom/client';
import { sessionToken } from './api/session.js';
import { App, isInside } from './shell/app.js';

// What nearly every page asks for first, while the page itself comes.
if (isInside()) sessionToken().catch(() => undefined);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
