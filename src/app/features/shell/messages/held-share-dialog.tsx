import { SHARE } from '#contract/share.ts';
import { dropShare, type HeldShare, takeShare } from '#mirror/keep/shared-files.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useNavigate } from '@tanstack/react-router';
import { FilePlus, Trash2 } from 'lucide-react';
import { keepChoice } from '../../../device/keep-choice.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { SHARED_TEXT } from '../../../text/person/login.ts';
import styles from './held-share-dialog.module.css';

/** Asks whether shared files become the draft of a document. Closing it postpones the question. */
export function HeldShareDialog({ share, onLater }: { share: HeldShare; onLater: () => void }) {
  const { mirror } = useProfile();
  const navigate = useNavigate();
  const { draft, names } = share;
  const title = draft.fields['title'];
  const take = async () => {
    if (await takeShare(mirror, draft.id))
      await navigate({ href: `${SHARE.form}?rascunho=${encodeURIComponent(draft.id)}` });
  };
  return (
    <Dialog isOpen onClose={onLater} role="alertdialog" size="md" title={SHARED_TEXT.ask}>
      <div className={styles.asked}>
        <p>{SHARED_TEXT.from}</p>
        {typeof title === 'string' ? <p>{`${SHARED_TEXT.title}: “${title}”`}</p> : null}
        {names.length === 0 ? (
          <p>{SHARED_TEXT.noFiles}</p>
        ) : (
          <ul className={styles.files}>
            {names.map((name, at) => (
              <li key={`${at} ${name}`}>{name}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.acts}>
        <Button variant="primary" size="lg" isWide icon={FilePlus} onPress={() => keepChoice(take())}>
          {SHARED_TEXT.take}
        </Button>
        <Button size="lg" isWide icon={Trash2} onPress={() => keepChoice(dropShare(mirror, draft.id))}>
          {SHARED_TEXT.drop}
        </Button>
      </div>
    </Dialog>
  );
}
