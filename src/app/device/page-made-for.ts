/** What this page was made for, as one text to compare: the version of the application, by its scripts, and the size of the window. */
export function pageMadeFor(): string {
  return [...document.scripts].map(({ src }) => src).join() + ` ${innerWidth}x${innerHeight}`;
}
