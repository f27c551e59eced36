import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './file-drop.module.css';
import type { FileTargetProps } from './file-picker.tsx';
import { splitAccepted } from './file-selection.ts';

/**
 * A place around its children where files can be dropped. It is never the only way to pick a file:
 * a FilePicker stands inside.
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
