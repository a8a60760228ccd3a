import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Page } from '../ui/structure/layout.js';
import styles from './settings.module.css';

const parts = [
  ['/settings/sessions', 'You'],
  ['/settings/users', 'Users'],
  ['/settings/organization', 'Organization'],
] as const;

export const SettingsPage = () => {
  const { pathname } = useLocation();
  return (
    <Page title="Settings">
      <nav className={styles.tabs} aria-label="Settings">
        {parts.map(([to, name]) => (
          <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Page>
  );
};
