import type { ClipboardEvent, DragEvent } from 'react';

type TakeFiles = ((files: File[]) => void) | undefined;

/**
 * Lets files be dropped on a text. A browser offers a text only words, and the application takes no
 * files elsewhere.
 */
export function offerFiles(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** Takes files that come without words out of a paste or a drop. */
export function takeFiles(event: ClipboardEvent | DragEvent, take: TakeFiles): void {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  const files = [...data.files];
  if (files.length === 0 || data.getData('text/plain') !== '') return;
  event.preventDefault();
  take?.(files);
}
