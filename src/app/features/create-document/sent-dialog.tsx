import { viewDocument } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { CREATE_TEXT } from '../../text/document/create-document.ts';
import { storedDetail } from '../../text/words/stored-here.ts';
import styles from './sent-dialog.module.css';

/**
 * The dialog after sending. Its first line is the prescribed sentence. Without a connection the
 * second line says that the document is only on this device. It shows a number only once the server
 * gave one (rules C6, C15).
 */
export function SentDialog(props: {
  documentKey: string;
  onSee: (documentKey: string) => void;
  onAnother: () => void;
}) {
  const { documentKey, onSee, onAnother } = props;
  const { mirror, person, today, zone } = useProfile();
  const { isOffline, needsLogin } = useConnection();
  const view = useLiveQuery(
    () => viewDocument(mirror, { address: documentKey, person, today, zone }),
    [mirror, documentKey, person, today, zone],
  );
  const read = view?.document;
  // The document last read stays on screen while it gets its number. Lines that no longer hold are
  // only hidden, so that the buttons do not move under a finger.
  const [shown, setShown] = useState<{ document: typeof read; detail: string | null; wasHere: boolean }>();
  const isHere = read?.serverId === null;
  const waiting = isHere ? storedDetail({ isOffline, needsLogin, isBehind: false }) : null;
  const detail = waiting ?? shown?.detail ?? null;
  if (read !== undefined && (shown?.document !== read || shown.detail !== detail))
    setShown({ document: read, detail, wasHere: isHere || shown?.wasHere === true });
  const document = read ?? shown?.document;
  if (document === undefined) return null;
  return (
    <Dialog
      isOpen
      onClose={onAnother}
      title={CREATE_TEXT.success}
      icon={isHere ? Clock : CircleCheck}
      iconTone={isHere ? 'pencil' : 'ok'}
      isDismissable={false}
      hasClose={false}
      size="sm"
      footer={
        <>
          <Button onPress={onAnother}>{CREATE_TEXT.createAnother}</Button>
          <Button variant="primary" autoFocus onPress={() => onSee(documentKey)}>
            {CREATE_TEXT.seeDocument}
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <p className={isHere ? styles.pencil : styles.ink}>
          <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
          <span>{document.title}</span>
        </p>
        {isHere || shown?.wasHere === true ? (
          <div className={isHere ? styles.later : styles.past} aria-hidden={!isHere}>
            <p>{CREATE_TEXT.numberComesLater}</p>
            {detail === null ? null : (
              <p className={waiting === null ? styles.past : undefined} aria-hidden={waiting === null}>
                {detail}
              </p>
            )}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
