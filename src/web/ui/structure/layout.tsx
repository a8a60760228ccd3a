import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from '../classes.js';
import styles from './layout.module.css';

interface Children {
  readonly children: ReactNode;
}

export const Stack = ({ children }: Children) => <div className={styles.stack}>{children}</div>;

interface RowProps extends Children {
  readonly isApart?: boolean;
  /** Of fields with their names above them. */
  readonly isAtEnd?: boolean;
}

export const Row = ({ children, isApart = false, isAtEnd = false }: RowProps) => (
  <div className={classes(styles.row, isApart && styles.apart, isAtEnd && styles.atEnd)}>{children}</div>
);

export const Soft = ({ children }: Children) => <span className={styles.soft}>{children}</span>;

/** What is not broken into lines, such as a day. */
export const Together = ({ children }: Children) => <span className={styles.together}>{children}</span>;

interface ClampedProps {
  readonly text: string;
  /** The same, where it is more than text. */
  readonly children?: ReactNode;
}

/** Two lines of what may be long; the whole when it is pointed at. */
export const Clamped = ({ text, children = text }: ClampedProps) => (
  <span className={classes(styles.soft, styles.clamped)} title={text}>
    {children}
  </span>
);

interface PageProps extends Children {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

/** Whoever comes by a link of another page begins at its title, also with a screen reader. */
export const Page = ({ title, lead, actions, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - Planning and delivery`;
  }, [title]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.stack}>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <Row>{actions}</Row>}
      </div>
      {children}
    </div>
  );
};

interface SectionProps extends Children {
  readonly title: string;
  readonly actions?: ReactNode;
}

export const Section = ({ title, actions, children }: SectionProps) => (
  <section className={styles.section}>
    <Row isApart>
      <h2>{title}</h2>
      {actions}
    </Row>
    {children}
  </section>
);

export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Says what is not there, and has the one action that comes next. */
export const Empty = ({ children, action }: Children & { readonly action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{children}</p>
    {action}
  </div>
);

export const Block = ({ children, name }: Children & { readonly name: string }) => (
  <pre className={styles.block} tabIndex={0} role="region" aria-label={name}>
    {children}
  </pre>
);
