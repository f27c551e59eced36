import type { IconType } from '#ui/base/icon.ts';
import { Card } from '#ui/document-look/surface.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { ScreenHeader } from '../screen/screen-header.tsx';
import styles from './form-frame.module.css';

/**
 * The page of a form of reference data: header, cards with notes beside them, and the footer of the
 * form.
 */
export function FormPage(props: {
  title: string;
  phoneTitle?: string | undefined;
  meta?: ReactNode;
  backHref: string;
  /**
   * Why the form can't be sent now, or where its data goes. It stands in pencil above the first
   * card.
   */
  notice?: ReactNode;
  noticeIcon?: IconType | undefined;
  children: ReactNode;
}) {
  const { title, phoneTitle, meta, backHref, notice, noticeIcon = CloudOff, children } = props;
  const isPhone = useLayoutKind() === 'phone';
  return (
    <div className={styles.screen}>
      <ScreenHeader title={title} phoneTitle={phoneTitle} meta={meta} backHref={backHref} />
      {isPhone && meta !== undefined ? <p className={styles.meta}>{meta}</p> : null}
      {notice === undefined || notice === null ? null : (
        <div className={styles.notice}>
          <Banner tone="pencil" icon={noticeIcon}>
            {notice}
          </Banner>
        </div>
      )}
      {children}
    </div>
  );
}

/** One card of a form, with a heading, and a note at the right where there is room for it. */
export function FormCard({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <Card as="section" padding="none" aria-labelledby={id} className={styles.card}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.fields}>{children}</div>
      </Card>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
    </div>
  );
}

/** Two fields side by side, one below the other on narrow screens. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
