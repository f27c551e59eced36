import * as v from 'valibot';

/**
 * A text of several lines, of at most `max` UTF-16 units. A line break counts as one unit, as its
 * author typed it, although forms write two characters on the wire.
 */
export const prose = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => text.replaceAll('\r\n', '\n').length <= max, 'too_long'),
  );
