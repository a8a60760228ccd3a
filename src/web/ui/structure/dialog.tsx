import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../classes.js';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Of one with which something would be lost by a click beside it. */
  readonly mustBeClosed?: boolean;
}

export const Dialog = ({ title, onClose, children, mustBeClosed = false }: DialogProps) => (
  <ModalOverlay
    className={classes(styles.veil)}
    isOpen
    isDismissable={!mustBeClosed}
    isKeyboardDismissDisabled={mustBeClosed}
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Modal className={classes(styles.sheet)}>
      <AriaDialog className={classes(styles.dialog)}>
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
