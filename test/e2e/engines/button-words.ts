// Checks whether the words of every button fit. It is sent to the page of any engine as source
// text. One engine draws a font some pixels wider than another, so a word that just fits in one
// engine may be broken in the next.

/**
 * The body of a function for `Driver.evaluate`. It returns one line for each word that is broken,
 * cut off or covered.
 */
export const MISFITS = `
const problems = [];
const isSeen = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === 'visible' && !element.closest('[inert]');
};
const isCut = (rect, box) => rect.left < box.left - 1 || rect.right > box.right + 1 || rect.top < box.top - 1 || rect.bottom > box.bottom + 1;
const meets = (rect, box) => rect.left < box.right - 1 && rect.right > box.left + 1 && rect.top < box.bottom - 1 && rect.bottom > box.top + 1;
for (const button of document.querySelectorAll('button, [role=button]')) {
  if (!isSeen(button)) continue;
  const box = button.getBoundingClientRect();
  const drawings = [...button.querySelectorAll('svg')].filter(isSeen).map((svg) => svg.getBoundingClientRect());
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const holder = text.parentElement;
    // Words for readers only, and names that end in an ellipsis on purpose.
    if (!isSeen(holder) || getComputedStyle(holder).textOverflow === 'ellipsis' || getComputedStyle(holder).clipPath !== 'none') continue;
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
      const lines = new Set(rects.map((rect) => Math.round(rect.top / 4)));
      const name = innerWidth + ' px: "' + word + '" of "' + button.textContent.trim() + '"';
      if (lines.size > 1 && !/[a-z][-/][a-z]/i.test(word)) problems.push(name + ' is broken');
      if (rects.some((rect) => isCut(rect, box))) problems.push(name + ' is cut off');
      if (rects.some((rect) => drawings.some((drawing) => meets(rect, drawing)))) problems.push(name + ' lies over its drawing');
    }
  }
}
return [...new Set(problems)];
`;
