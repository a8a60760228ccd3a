import { useEffect, type ReactNode } from 'react';
import styles from './plain-page.module.css';

interface PlainPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with nothing around it. */
export const PlainPage = ({ title, children }: PlainPageProps) => {
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
