import './theme.css';
import './shell/token-ahead.js';
import './signing-in/link-secret.js';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.js';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
