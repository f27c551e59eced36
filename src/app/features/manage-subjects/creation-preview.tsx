import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { Flag } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { CREATE_TEXT, windowNote, windowText } from '../../text/create-document.ts';
import { SUBJECTS } from '../../text/document-subjects.ts';
import styles from './creation-preview.module.css';
import type { SubjectFields } from './subject-fields.ts';

/** What the form of a new document will say of this subject, the notice of today included. */
export function CreationPreview({ fields }: { fields: SubjectFields }) {
  const { mirror, today } = useProfile();
  const sectors = useLiveQuery(() => referenceRows(mirror, 'organizations'), [mirror]) ?? [];
  const window = windowOf(...fields.window);
  const exempt = sectors.flatMap(({ serverId, row }) =>
    serverId !== null && fields.exemptIds.includes(serverId) ? [row.acronym] : [],
  );
  return (
    <>
      <b>{SUBJECTS.preview}</b>
      <div className={styles.preview}>
        <p>
          <b>{windowText(window)}</b> {window === null ? null : <span>{windowNote(today, exempt)}</span>}
        </p>
        {isOutsideWindow(window, today) ? (
          <p className={styles.notice}>
            <Flag size={18} strokeWidth={1.75} aria-hidden />
            {CREATE_TEXT.outsideWindow}
          </p>
        ) : null}
      </div>
      <p>{SUBJECTS.windowRule}</p>
    </>
  );
}
