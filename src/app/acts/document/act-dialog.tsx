import { Button, type ButtonProps } from '#ui/actions/button.tsx';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { Dialog, type DialogProps } from '#ui/overlays/dialog.tsx';
import type { ReactNode } from 'react';
import { useClosedWhile, useSending } from '../../shared/form/use-sending.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import type { HelpAbout } from '../../text/frame/help-about.ts';
import styles from './dialogs.module.css';

type ActDialogProps = Pick<DialogProps, 'title' | 'icon' | 'size'> & {
  /** Closes the dialog without doing the act. */
  readonly onClose: () => void;
  /**
   * The button of the act. `run` stores the gesture, closes the dialog, and returns whether it was
   * stored.
   */
  readonly act: {
    readonly text: string;
    readonly icon?: IconType | undefined;
    readonly isWide?: boolean;
    readonly run: () => Promise<boolean>;
  };
  /** The question of Ajuda that explains the act. */
  readonly help?: HelpAbout;
  /** What the form still lacks, `Falta: motivo`; null for nothing. */
  readonly lacks: ReactNode;
  /**
   * False where the form lacks nothing and the act still can't be done. By default true when
   * `lacks` is null.
   */
  readonly canAct?: boolean;
  /**
   * Id of the element beside which the form is drawn, without covering anything else; absent: over
   * the whole page.
   */
  readonly beside?: string | undefined;
  /** Another button that closes the dialog, in place of Cancelar. */
  readonly other?: Pick<ButtonProps, 'onPress' | 'isDisabled'> & { readonly text: string };
  readonly children: ReactNode;
};

/**
 * The dialog of an act on documents: its fields, what they lack, Cancelar, and the button of the
 * act. While the act is being stored, the fields take no input and the dialog does not close,
 * because closing would erase files that the act waits for.
 */
export function ActDialog(props: ActDialogProps) {
  const { title, icon, size, onClose, act, help, lacks, canAct = lacks === null, beside, other, children } = props;
  const sending = useSending();
  const { isSending } = sending;
  const body = useClosedWhile<HTMLDivElement>(isSending);
  const close = () => {
    if (!isSending) onClose();
  };

  const main = (
    <Button
      variant="primary"
      icon={act.icon}
      isDisabled={!canAct && !isSending}
      isPending={isSending}
      isWide={act.isWide}
      onPress={() => void sending.send(act.run)}
    >
      {act.text}
    </Button>
  );
  const frame = {
    isOpen: true,
    onClose: close,
    title,
    action: help === undefined ? null : <HelpLink about={help} isInHead />,
    footer: (
      <>
        {lacks === null ? null : <p className={styles.lacks}>{lacks}</p>}
        <div className={classNames(styles.buttons, beside !== undefined && styles.apart)}>
          {act.isWide === true ? main : null}
          {other === undefined ? (
            <Button isDisabled={isSending} onPress={onClose}>
              Cancelar
            </Button>
          ) : (
            <Button variant="quiet" isDisabled={isSending || other.isDisabled === true} onPress={other.onPress}>
              {other.text}
            </Button>
          )}
          {act.isWide === true ? null : main}
        </div>
      </>
    ),
    children: (
      <div ref={body} className={beside === undefined ? styles.stack : styles.tight}>
        {children}
      </div>
    ),
  };
  return <Dialog {...frame} icon={beside === undefined ? icon : undefined} size={size} beside={beside} />;
}
