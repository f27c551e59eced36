/**
 * The `ref` of a bar that stays at the foot of the page. Its height goes into the page's scroll padding (ui/base/base.css),
 * so that a field is never behind it when it gets the focus, whatever the bar says and however many lines it takes.
 */
export function footRef(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--foot', `${element.offsetHeight}px`));
  watch.observe(element);
  return () => {
    watch.disconnect();
    style.removeProperty('--foot');
  };
}
