import { Paperclip } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../actions/button.tsx';
import type { ButtonLook } from '../actions/button-class.ts';
import { type RejectedFile, splitAccepted } from './file-selection.ts';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';

/**
 * Props of anything that takes files. `extensions` are like `.pdf`; `mimeTypes` are given as well,
 * because some Android pickers ignore extensions.
 */
export type FileTargetProps = {
  onPick: (files: File[], rejected: RejectedFile[]) => void;
  extensions: readonly string[];
  mimeTypes?: readonly string[] | undefined;
  isMultiple?: boolean | undefined;
  isDisabled?: boolean | undefined;
};

/** Props of `FilePicker`. */
export type FilePickerProps = FileTargetProps & {
  label?: string | undefined;
  icon?: IconType | undefined;
  size?: ButtonLook['size'];
  variant?: 'secondary' | 'quiet' | undefined;
  isIconOnly?: boolean | undefined;
  /** Id of what is said about its files. */
  describedBy?: string | undefined;
};

/** The button that opens the system's file picker. */
export function FilePicker(props: FilePickerProps) {
  const { onPick, extensions, mimeTypes = [], isMultiple = true, isDisabled } = props;
  const { label = 'Anexar', icon = Paperclip, size, variant = 'secondary', isIconOnly } = props;
  const look = { icon, size, variant, isDisabled, 'aria-describedby': props.describedBy };
  return (
    <FileTrigger
      acceptedFileTypes={[...extensions, ...mimeTypes]}
      allowsMultiple={isMultiple}
      onSelect={(list) => {
        const { accepted, rejected } = splitAccepted(list ?? [], extensions);
        if (accepted.length + rejected.length > 0) onPick(accepted, rejected);
      }}
    >
      {isIconOnly ? <IconButton {...look} label={label} /> : <Button {...look}>{label}</Button>}
    </FileTrigger>
  );
}
