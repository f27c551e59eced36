/**
 * A file that is dropped beside the places for files would be opened by the browser in the place of
 * the application. Whatever has not taken a dragged file by the time the event reaches the window
 * takes none. Returns what ends it.
 */
export function refuseDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}
