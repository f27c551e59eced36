import type { DraftPage } from '#mirror/store/draft-row.ts';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { Camera, Contrast, Crop, Images, RotateCwSquare } from 'lucide-react';
import { PAGES_TEXT } from '../../text/pages.ts';
import styles from './pages-dialog.module.css';
import { INSET, turnedOnce } from './sheet-geometry.ts';
import type { Attachments } from './use-attachments.ts';
import { usePhotoButton } from './use-photo-button.tsx';

/** What can be done with a page. A second press on Recortar or Preto e branco takes it back; four turns are none. */
export function PageTools(props: {
  page: DraftPage;
  attachments: Attachments;
  onChange: (changes: Partial<DraftPage>) => void;
}) {
  const { page, attachments, onChange } = props;
  const { corners, turns, isBlackAndWhite } = page;
  const again = usePhotoButton(attachments, { replaces: page.fileId });
  const isCamera = attachments.source === 'camera';
  return (
    <div role="group" aria-label="Página" className={styles.tools}>
      <Tool
        icon={Crop}
        text={PAGES_TEXT.crop}
        isOn={corners !== null}
        onPress={() => onChange({ corners: corners === null ? INSET : null })}
      />
      <Tool icon={RotateCwSquare} text={PAGES_TEXT.turn} onPress={() => onChange({ turns: turnedOnce(turns) })} />
      <Tool
        icon={Contrast}
        text={PAGES_TEXT.blackAndWhite}
        isOn={isBlackAndWhite}
        onPress={() => onChange({ isBlackAndWhite: !isBlackAndWhite })}
      />
      <Tool
        icon={isCamera ? Camera : Images}
        text={isCamera ? PAGES_TEXT.retake : PAGES_TEXT.chooseAgain}
        onPress={again.open}
      />
      {again.parts}
    </div>
  );
}

function Tool(props: { icon: IconType; text: string; isOn?: boolean; onPress: () => void }) {
  const { icon: Icon, text, isOn, onPress } = props;
  return (
    <button
      type="button"
      className={classNames(styles.tool, isOn === true && styles.on)}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span>{text}</span>
    </button>
  );
}
