// File names on the wire by RFC 6266 and 5987: whatever a name holds, the header is one line of
// ASCII.

const NOT_PLAIN = /[^\x20-\x7e]|["\\%;]/g;
const NOT_EXTENDED = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;

/** The header's value for a displayed name. `inline` is only for files that may be previewed. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline'): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(NOT_PLAIN, '_');
  const fallback = `${kind}; filename="${plain}"`;
  return plain === name ? fallback : `${fallback}; filename*=UTF-8''${extended(name)}`;
}

function extended(name: string): string {
  return Buffer.from(name, 'utf8')
    .toString('utf8')
    .replace(NOT_EXTENDED, (character) =>
      Array.from(Buffer.from(character, 'utf8'), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
        '',
      ),
    );
}
