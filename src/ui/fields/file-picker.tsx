import { Paperclip } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { Button, type ButtonLook } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './file-drop.module.css';

/**
 * Props of anything that takes files. `extensions` are like `.pdf`; `mimeTypes` are given as well,
 * because some Android pickers ignore extensions.
 */
type FileTargetProps = {
  onPick: (files: File[], rejected: RejectedFile[]) => void;
  extensions: readonly string[];
  mimeTypes?: readonly string[] | undefined;
  isMultiple?: boolean | undefined;
  isDisabled?: boolean | undefined;
};

/** Props of `FilePicker`. */
type FilePickerProps = FileTargetProps & {
  label?: string | undefined;
  icon?: IconType | undefined;
  size?: ButtonLook['size'];
  variant?: 'secondary' | 'quiet' | undefined;
  isIconOnly?: boolean | undefined;
  /** Id of the messages about its files. */
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

/**
 * An area around its children where files can be dropped. It is never the only way to pick a file:
 * a FilePicker is inside.
 */
export function FileDrop({ onPick, extensions, isDisabled, children }: FileTargetProps & { children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  // The pointer leaves the parent when it enters a child, so only the count of both events tells
  // whether it is still inside.
  const depth = useRef(0);

  function track(event: DragEvent, step: 1 | -1) {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0);
  }

  function drop(event: DragEvent) {
    depth.current = 0;
    setIsOver(false);
    if (isDisabled || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const { accepted, rejected } = splitAccepted(event.dataTransfer.files, extensions);
    onPick(accepted, rejected);
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => {
        if (!isDisabled && event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={drop}
    >
      {children}
      {isOver ? <p className={styles.words}>Solte os arquivos aqui</p> : null}
    </div>
  );
}

/** A file that was not taken, and why. */
export type RejectedFile = { file: File; reason: 'extension' | 'empty' };

/**
 * Separates files into accepted and rejected ones by their extension (`.pdf`, lower case) and size.
 * Their content is checked elsewhere.
 */
export function splitAccepted(
  files: Iterable<File>,
  extensions: readonly string[],
): { accepted: File[]; rejected: RejectedFile[] } {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const name = file.name.toLowerCase();
    if (!extensions.some((extension) => name.endsWith(extension))) rejected.push({ file, reason: 'extension' });
    else if (file.size === 0) rejected.push({ file, reason: 'empty' });
    else accepted.push(file);
  }
  return { accepted, rejected };
}
