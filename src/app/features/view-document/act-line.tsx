import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { fullName } from '../../text/names.ts';
import { actSentence, thenText, VIEW_TEXT } from '../../text/view-document.ts';
import styles from './act-line.module.css';
import { PencilFoot } from './pencil-foot.tsx';

type Act = Exclude<ThreadEntry, { kind: 'message' }>;

/**
 * `Jaqueline Sampaio transferiu para SEMTRAN · Caio Rezende Porto`; in pencil with its state while it is only on this
 * device.
 */
export function ActLine(props: { entry: Act; hasFoot: boolean; onDecide: (commandId: string) => void }) {
  const { entry, hasFoot, onDecide } = props;
  const { verb, strong, rest } = actSentence(entry.kind, entry);
  const isPencil = entry.pencil !== null;
  const then = thenText(entry);
  return (
    <div className={isPencil ? styles.pencil : undefined}>
      <p>
        <b translate="no">{fullName(entry.author)}</b> {then === null ? null : <span>{then} </span>}
        <span>{verb}</span>
        {strong === null ? null : (
          <>
            {' '}
            <b>{strong}</b>
          </>
        )}
        {rest === null ? null : <span>{` · ${rest}`}</span>}
        {isPencil && !hasFoot ? <VisuallyHidden>, {VIEW_TEXT.pencilDeadline}</VisuallyHidden> : null}
      </p>
      {entry.reason === null ? null : <p className={styles.reason}>“{entry.reason}”</p>}
      {entry.pencil === null || !hasFoot ? null : <PencilFoot command={entry.pencil} isInline onDecide={onDecide} />}
    </div>
  );
}
