import * as v from 'valibot';

/**
 * A text of several lines, of at most `max` UTF-16 units. A line break is one, as for its author:
 * forms on the wire write it as two characters, whatever was typed.
 */
export const prose = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => text.replaceAll('\r\n', '\n').length <= max, 'too_long'),
  );
