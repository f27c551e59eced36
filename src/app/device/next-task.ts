/**
 * Lets the browser do what waits, such as a finger or a paint: what follows is a task of its own.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}
