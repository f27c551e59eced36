import type { HeadingLevel } from '#domain/rich-text.ts';

/**
 * The tag that draws a heading of a text. The screen around it has h1 and h2, so a text goes on
 * with h3: at level 2, with which the tool begins (rule C12), and at level 1, so that no level
 * between is left out.
 */
export function headingTag(level: HeadingLevel): string {
  return `h${Math.min(Math.max(level, 2) + 1, 6)}`;
}
