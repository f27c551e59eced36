/**
 * Calls `look` when the network or the page is back, or the page is hidden. The returned function
 * ends it.
 */
export function watchSigns(look: () => void): () => void {
  addEventListener('online', look);
  addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}
