import { type ReactNode, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconType } from '../base/icon.ts';

/** Props of `ConfirmDialog`; the labels are the words of rule J1 ("Sim"/"Cancelar"). */
export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  tone?: 'primary' | 'danger' | undefined;
  icon?: IconType | undefined;
  isConfirmDisabled?: boolean | undefined;
  onConfirm: () => void;
  children?: ReactNode;
};

/**
 * A question before something that can't be undone. The focus starts on the answer that changes
 * nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, confirmLabel, cancelLabel = 'Cancelar', tone = 'primary' } = props;
  const { icon, isConfirmDisabled, onConfirm, children } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      icon={icon}
      iconTone={tone === 'danger' ? 'danger' : 'plain'}
      role="alertdialog"
      size="sm"
      footer={({ close }) => (
        <Answers
          confirmLabel={confirmLabel}
          cancelLabel={cancelLabel}
          tone={tone}
          isConfirmDisabled={isConfirmDisabled}
          close={close}
          onConfirm={onConfirm}
        />
      )}
    >
      {children}
    </Dialog>
  );
}

type AnswersProps = Pick<
  ConfirmDialogProps,
  'confirmLabel' | 'cancelLabel' | 'tone' | 'isConfirmDisabled' | 'onConfirm'
> & {
  close: () => void;
};

/**
 * The two answers of one opening. Only the first press counts, because the dialog still exists for
 * a second press in the same task.
 */
function Answers({ confirmLabel, cancelLabel, tone, isConfirmDisabled, close, onConfirm }: AnswersProps) {
  const isAnswered = useRef(false);
  return (
    <>
      <Button autoFocus onPress={close}>
        {cancelLabel}
      </Button>
      <Button
        variant={tone}
        isDisabled={isConfirmDisabled}
        onPress={() => {
          if (isAnswered.current) return;
          isAnswered.current = true;
          close();
          onConfirm();
        }}
      >
        {confirmLabel}
      </Button>
    </>
  );
}
