import { Button } from '#ui/actions/button.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Camera } from 'lucide-react';
import { useId, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { PROFILE } from '../../text/profile.ts';
import styles from './profile-screen.module.css';
import { IMAGE_EXTENSIONS, IMAGE_TYPES, type Picture } from './use-picture.ts';

/** The photo with what may be done to it. Removing asks first, and like a new photo it counts only after saving. */
export function PhotoField(props: {
  picture: Picture;
  isRemoved: boolean;
  onRemoved: (isRemoved: boolean) => void;
  errors: readonly string[];
}) {
  const { picture, isRemoved, onRemoved, errors } = props;
  const { session } = useProfile();
  const [isAsking, setAsking] = useState(false);
  const problemsId = useId();
  const image = picture.shown ?? (isRemoved ? null : session.image);
  const problems = picture.problem === null ? errors : [picture.problem];
  return (
    <div className={styles.picture} role="group" aria-label={PROFILE.photo}>
      <PersonAvatar person={{ ...session, image }} size={88} isSelf />
      <div className={styles.pictureActs}>
        <FilePicker
          label={session.image === null ? PROFILE.addPhoto : PROFILE.changePhoto}
          icon={Camera}
          extensions={IMAGE_EXTENSIONS}
          mimeTypes={IMAGE_TYPES}
          isMultiple={false}
          describedBy={problems.length > 0 ? problemsId : undefined}
          onPick={(files, rejected) => {
            picture.pick(files, rejected);
            if (files.length > 0) onRemoved(false);
          }}
        />
        {isRemoved ? (
          <p className={styles.hint}>
            {PROFILE.removing}{' '}
            <Button variant="quiet" size="sm" onPress={() => onRemoved(false)}>
              {PROFILE.undo}
            </Button>
          </p>
        ) : image === null ? null : (
          <Button variant="quiet" isStart onPress={() => setAsking(true)}>
            {PROFILE.removePhoto}
          </Button>
        )}
      </div>
      <div className={styles.pictureHint}>
        {problems.length > 0 ? (
          <FileProblems id={problemsId} sentences={problems} />
        ) : (
          <span>{PROFILE.imageKinds}</span>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={PROFILE.removeAsk}
        confirmLabel={PROFILE.yes}
        tone="danger"
        onConfirm={() => {
          picture.clear();
          if (session.image !== null) onRemoved(true);
        }}
      >
        {PROFILE.removeMeaning}
      </ConfirmDialog>
    </div>
  );
}
