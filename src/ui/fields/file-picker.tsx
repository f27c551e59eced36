import { FileDown, Paperclip } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { Button, type ButtonLook } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import type { IconType } from '../base/icon.ts';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { openDialogs } from '../base/open-dialogs.ts';
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

type FilePickerProps = FileTargetProps & {
  label?: string | undefined;
  icon?: IconType | undefined;
  size?: ButtonLook['size'];
  variant?: 'secondary' | 'quiet' | undefined;
  isIconOnly?: boolean | undefined;
  /** Id of the element with the messages about the picked files. */
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
  // The pointer enters a child before it leaves the parent. So it has left the area only when it
  // leaves the element that it entered last.
  const entered = useRef<EventTarget | null>(null);

  function track(event: DragEvent, isEntering: boolean) {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (isEntering) entered.current = event.target;
    else if (entered.current === event.target) entered.current = null;
    setIsOver(entered.current !== null);
  }

  function drop(event: DragEvent) {
    entered.current = null;
    setIsOver(false);
    if (isDisabled || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    const { accepted, rejected } = splitAccepted(event.dataTransfer.files, extensions);
    onPick(accepted, rejected);
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragEnter={(event) => track(event, true)}
      onDragLeave={(event) => track(event, false)}
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

type Over = { readonly count: number; readonly inset: number };

/**
 * Takes files that are dropped anywhere on the page. While files are held over the page, everything
 * but the menu becomes one target, with words that ask to drop them. Files dropped on a `FileDrop`
 * inside the page go to it and not to the page. Like `FileDrop`, this is never the only way to pick
 * a file.
 */
export function PageDrop(
  props: Pick<FileTargetProps, 'onPick' | 'extensions'> & { title: string; detailOf: (count: number) => string },
) {
  const { title, detailOf } = props;
  const [over, setOver] = useState<Over | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    let entered: EventTarget | null = null;
    const filesOf = ({ dataTransfer }: globalThis.DragEvent) =>
      openDialogs.current() === 0 && dataTransfer?.types.includes('Files') === true ? dataTransfer : null;
    const enter = (event: globalThis.DragEvent) => {
      const held = filesOf(event);
      if (held === null) return;
      entered = event.target;
      const inset = document.querySelector('main')?.getBoundingClientRect().left ?? 0;
      setOver({ count: held.items.length, inset });
    };
    const leave = (event: globalThis.DragEvent) => {
      if (entered !== event.target) return;
      entered = null;
      setOver(null);
    };
    const hold = (event: globalThis.DragEvent) => {
      const held = filesOf(event);
      if (held === null) return;
      event.preventDefault();
      held.dropEffect = 'copy';
    };
    const drop = (event: globalThis.DragEvent) => {
      entered = null;
      setOver(null);
      const held = filesOf(event);
      if (held === null || event.defaultPrevented || held.files.length === 0) return;
      event.preventDefault();
      const { accepted, rejected } = splitAccepted(held.files, latest.current.extensions);
      latest.current.onPick(accepted, rejected);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', hold);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', hold);
      document.removeEventListener('drop', drop);
    };
  }, []);
  if (over === null) return null;
  return (
    <div className={styles.page} style={{ insetInlineStart: over.inset }}>
      <div className={styles.target}>
        <span className={styles.sign}>
          <FileDown size={40} strokeWidth={1.75} aria-hidden />
        </span>
        <p className={styles.title}>{title}</p>
        {over.count === 0 ? null : <p>{detailOf(over.count)}</p>}
      </div>
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
