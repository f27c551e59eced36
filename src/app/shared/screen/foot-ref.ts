/**
 * The bars at the foot of the window are one stack: a phone's menu, a form's own bar (`--foot`),
 * the bar of a new version (`--bar`), messages. Each writes its height to the page and is placed
 * above those before it, and the page's scroll padding (ui/base/base.css) keeps a field with the
 * focus above them, whatever they say and however many lines they take.
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

/** The `ref` of a bar that stays at the foot of the page. */
export const footRef = standing('--foot');
/** The `ref` of the bar of a new version. */
export const barRef = standing('--bar');
/** The `ref` of the button that floats over a page: the page's foot ends above it. */
export const floatRef = standing('--float-room');
