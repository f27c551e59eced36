import { X } from 'lucide-react';
import { Heading } from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import type { DialogProps } from './dialog.tsx';
import styles from './dialog.module.css';

type Parts = Pick<DialogProps, 'title' | 'icon' | 'iconTone' | 'action' | 'footer' | 'children'> & {
  hasClose: boolean;
  close: () => void;
};

/** What stands in a dialog, whatever frames it: the head with its title, the body, and the buttons. */
export function DialogParts(props: Parts) {
  const { title, icon: Icon, iconTone = 'plain', action, footer, children, hasClose, close } = props;
  return (
    <>
      <div className={styles.header}>
        {Icon ? <Icon size={24} strokeWidth={1.75} aria-hidden className={styles[iconTone]} /> : null}
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        {action ? <div className={styles.action}>{action}</div> : null}
        {hasClose ? <IconButton icon={X} label="Fechar" onPress={close} /> : null}
      </div>
      {children ? (
        <div className={styles.body}>{typeof children === 'function' ? children({ close }) : children}</div>
      ) : null}
      {footer ? <div className={styles.footer}>{typeof footer === 'function' ? footer({ close }) : footer}</div> : null}
    </>
  );
}
