import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './file-drop.module.css';
import type { FileTargetProps } from './file-picker.tsx';
import { splitAccepted } from './file-selection.ts';

/** What also takes a drop of files, round its children. Never the only way: a FilePicker stands inside. */
export function FileDrop({ onPick, extensions, isDisabled, children }: FileTargetProps & { children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves the parent, so the balance of both tells whether the pointer is still inside.
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
