import { viewDocument } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleCheck, Clock } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { CREATE_TEXT } from '../../text/create-document.ts';
import { storedDetail } from '../../text/stored-here.ts';
import styles from './sent-dialog.module.css';

/**
 * The specified success sentence; without a connection the second line says that it is only on this device. A number is
 * shown only once the server gave one (rules C6, C15).
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
  const document = view?.document;
  const isHere = document?.serverId === null;
  const detail = isHere ? storedDetail({ isOffline, needsLogin, isBehind: false }) : null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onAnother();
      }}
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
        {document === undefined ? null : (
          <p className={isHere ? styles.pencil : styles.ink}>
            <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
            <span>{document.title}</span>
          </p>
        )}
        {isHere ? <p>{CREATE_TEXT.numberComesLater}</p> : null}
        {detail === null ? null : <p>{detail}</p>}
      </div>
    </Dialog>
  );
}
