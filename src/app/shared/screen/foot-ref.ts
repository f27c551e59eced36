/**
 * Makes the `ref` of a bar at the foot of the window. The bars stand there as one stack: a phone's
 * menu, a form's own bar (`--foot`), the bar of a new version (`--bar`), messages. Each bar writes
 * its height into a CSS variable of the page and stands above the bars before it. The page's scroll
 * padding (ui/base/base.css) keeps a focused field above them, whatever their height.
 */
const standing = (height: '--foot' | '--bar' | '--float-room') => (element: HTMLElement | null) => {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty(height, `${element.offsetHeight}px`));
  watch.observe(element);
  return () => {
    watch.disconnect();
    style.removeProperty(height);
  };
};

export const footRef = standing('--foot');
/** The `ref` of the bar that announces a new version of the application. */
export const barRef = standing('--bar');
/** The `ref` of the button that floats over a page. The page's footer ends above this button. */
export const floatRef = standing('--float-room');
