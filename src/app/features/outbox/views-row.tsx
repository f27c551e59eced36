import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { Row } from '#ui/document-look/surface.tsx';
import { Eye } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { formatSize, formatTime } from '../../text/format.ts';
import { joined } from '../../text/grammar.ts';
import { STATE_TEXT, viewsText } from '../../text/outbox.ts';
import { documentHeading } from '../../text/ticket-text.ts';
import { sizeOf } from '../../text/act-sentence.ts';
import styles from './outbox.module.css';

/** `Registrar que você viu 3 documentos`: views are sent with the rest, and the person decides nothing about them. */
export function ViewsRow({ items }: { items: readonly [OutboxItem, ...OutboxItem[]] }) {
  const { zone } = useProfile();
  const names = [...new Set(items.map((item) => documentHeading(item)))];
  const last = items.at(-1) ?? items[0];
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return (
    <Row className={styles.row}>
      <span className={styles.icon}>
        <Eye size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.sentence}>{viewsText(names.length)}</p>
        <p className={styles.detail}>{joined(names)}</p>
      </div>
      <p className={styles.time}>
        {formatTime(last.command.performedAtMs, zone)} · {formatSize(size)}
      </p>
      <p className={styles.state}>{STATE_TEXT.queued}</p>
      <span className={styles.actions} />
      <span className={styles.menu} />
    </Row>
  );
}
