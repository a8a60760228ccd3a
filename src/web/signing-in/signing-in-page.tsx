import { useEffect, type ReactNode } from 'react';
import styles from './signing-in.module.css';

interface SigningInPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page for who is not signed in. */
export const SigningInPage = ({ title, children }: SigningInPageProps) => {
  useEffect(() => {
    document.title = `${title} - Planning and delivery`;
  }, [title]);
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      {children}
    </main>
  );
};
