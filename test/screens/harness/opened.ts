// The screens that a test has opened. A module of its own, because the setup closes them: the files
// of a process share their modules, so a hook in a shared module would belong to the first file
// alone.

const opened: (() => void)[] = [];

export function noteOpened(close: () => void): void {
  opened.push(close);
}

export function closeOpened(): void {
  for (const close of opened.splice(0)) close();
}
