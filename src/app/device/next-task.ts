/**
 * Ends the present task, so that the browser can handle a waiting press or paint first. What
 * follows the call is a task of its own.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}
