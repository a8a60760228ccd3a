import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classes } from '../classes.js';
import styles from './button.module.css';

type Weight = 'main' | 'plain' | 'quiet';

interface Look {
  readonly weight?: Weight;
  /** Of what cannot be taken back. */
  readonly isGrave?: boolean;
}

const classOf = ({ weight = 'plain', isGrave = false }: Look): string =>
  classes(styles.button, styles[weight], isGrave && styles.grave);

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'>, Look {}

export const Button = ({ weight, isGrave, ...props }: ButtonProps) => (
  <AriaButton {...props} className={classOf({ ...(weight && { weight }), ...(isGrave && { isGrave }) })} />
);

type ButtonLinkProps = Pick<LinkProps, 'to' | 'params'> & Look & { readonly children: ReactNode };

export const ButtonLink = ({ weight, isGrave, children, ...link }: ButtonLinkProps) => (
  <Link {...link} className={classOf({ ...(weight && { weight }), ...(isGrave && { isGrave }) })}>
    {children}
  </Link>
);
