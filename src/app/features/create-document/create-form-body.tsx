import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Thread } from '#ui/document-look/thread.tsx';
import { Pencil } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useClosedWhile } from '../../shared/form/use-sending.ts';
import { CREATE_TEXT } from '../../text/create-document.ts';
import styles from './create-document.module.css';
import { CreateFooter } from './create-footer.tsx';
import { FilesSection } from './files-section.tsx';
import { SentDialog } from './sent-dialog.tsx';
import { useCreateForm } from './use-create-form.ts';
import { WhatSection } from './what-section.tsx';
import { WhenSection } from './when-section.tsx';
import { WhomSection } from './whom-section.tsx';

/** The four sections, joined by a dashed fio because a draft is in pencil, and the footer that says what is missing. */
export function CreateFormBody(props: {
  id: string;
  stored: StoredDraft;
  onSee: (documentKey: string) => void;
  onAnother: () => void;
}) {
  const state = useCreateForm(props);
  const isPhone = useLayoutKind() === 'phone';
  const form = useClosedWhile<HTMLDivElement>(state.isSending);
  const sections = (
    <>
      <WhatSection state={state} />
      <WhomSection state={state} />
      <WhenSection state={state} />
      <FilesSection state={state} />
    </>
  );
  return (
    <>
      {state.form.corrects === null ? null : (
        <div className={styles.notice}>
          <Banner tone="pencil" icon={Pencil}>
            {CREATE_TEXT.correcting}
          </Banner>
        </div>
      )}
      <div ref={form} className={styles.form}>
        {isPhone ? <ol className={styles.plain}>{sections}</ol> : <Thread label={CREATE_TEXT.title}>{sections}</Thread>}
      </div>
      <CreateFooter state={state} />
      {state.sentKey === null ? null : (
        <SentDialog documentKey={state.sentKey} onSee={props.onSee} onAnother={props.onAnother} />
      )}
    </>
  );
}
