/**
 * Refuses files that are dropped beside a drop zone. Otherwise the browser would open such a file
 * in the place of the application. A drop zone has taken its file before the event reaches the
 * window. Returns the function that ends it.
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
