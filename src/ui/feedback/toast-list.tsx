// Draws the messages of toast.tsx. Loaded with the first message.

import { Check, Clock, OctagonAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import {
  Button as AriaButton,
  Link as AriaLink,
  type QueuedToast,
  Text,
  UNSTABLE_Toast as AriaToast,
  type UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import type { IconType } from '../base/icon.ts';
import { openDialogs } from '../base/open-dialogs.ts';
import { useWatched } from '../base/watched-value.ts';
import type { Notice } from './notice.ts';
import styles from './toast.module.css';

const toneIcons: Record<NonNullable<Notice['tone']>, IconType | null> = {
  plain: null,
  pencil: Clock,
  ok: Check,
  danger: OctagonAlert,
};

/** While a dialog is open the time of messages stands still, and only what went wrong is shown. */
export function ToastList({
  queue,
  onAnswer,
}: {
  queue: ToastQueue<Notice>;
  onAnswer: (toast: QueuedToast<Notice>) => void;
}) {
  const isAside = useWatched(openDialogs) > 0;
  useEffect(() => {
    if (!isAside) return;
    queue.pauseAll();
    return () => queue.resumeAll();
  }, [isAside, queue]);
  return (
    <AriaToastRegion
      queue={queue}
      aria-label="Mensagens"
      className={classNames(styles.region, isAside && styles.aside)}
    >
      {({ toast }) => {
        const { title, detail, tone = 'plain', icon, action } = toast.content;
        const Icon = icon ?? toneIcons[tone];
        return (
          <AriaToast toast={toast} className={classNames(styles.toast, styles[tone])}>
            {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
            <div className={styles.words}>
              <Text slot="title" className={classNames(styles.title, detail ? styles.strong : '')}>
                {title}
              </Text>
              {detail ? (
                <Text slot="description" className={styles.detail ?? ''}>
                  {detail}
                </Text>
              ) : null}
            </div>
            {action ? <Action action={action} onDone={() => onAnswer(toast)} /> : null}
            <AriaButton slot="close" aria-label="Fechar" className={styles.close ?? ''}>
              <X size={20} strokeWidth={1.75} aria-hidden />
            </AriaButton>
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}

function Action({ action, onDone }: { action: NonNullable<Notice['action']>; onDone: () => void }) {
  const className = styles.action ?? '';
  if ('href' in action) {
    return (
      <AriaLink className={className} href={action.href} onPress={onDone}>
        {action.label}
      </AriaLink>
    );
  }
  return (
    <AriaButton
      className={className}
      onPress={() => {
        action.onAction();
        onDone();
      }}
    >
      {action.label}
    </AriaButton>
  );
}
