type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a change of a form is one letter typed or erased. Such a change may wait for a pause in
 * the typing: losing it costs one letter. A paste, a choice or a cleared text is work of its own
 * and is saved at once.
 */
export function isKeystroke(before: Fields, change: Fields): boolean {
  return Object.entries(change).every(([name, value]) => {
    const previous = before[name];
    if (typeof value !== 'string' || typeof previous !== 'string') return value === previous;
    // The simple editor keeps the space before a word back until its first letter is there.
    return Math.abs(value.length - previous.length) <= 1 || Math.abs(inkOf(value) - inkOf(previous)) <= 1;
  });
}

/** How many characters of a text are no white space. */
const inkOf = (text: string) => text.replaceAll(/\s/g, '').length;
