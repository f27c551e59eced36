// How the judgement of a file reads its bytes: on the server from the disk, on the device from the
// file that a person picked.

/** The bytes of a file, read in pieces. */
export type ByteSource = {
  readonly size: number;
  /** The bytes from `start`, fewer than `length` at the end of the file. */
  readonly read: (start: number, length: number) => Promise<Uint8Array>;
  /**
   * The unpacked bytes of raw deflate data. Rejects when they are damaged or more than `maxBytes`.
   */
  readonly inflate: (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;
};

const CHUNK_BYTES = 256 * 1024;

/** All bytes of a file, in pieces. */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += CHUNK_BYTES) yield await source.read(at, CHUNK_BYTES);
}

/** Little-endian numbers of a piece of a file. They throw RangeError beyond its end. */
export function numbersIn(bytes: Uint8Array): { u16: (at: number) => number; u32: (at: number) => number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { u16: (at) => view.getUint16(at, true), u32: (at) => view.getUint32(at, true) };
}

/**
 * Text with one character for each byte. That is enough for signatures of file types, and for names
 * inside containers, which are only compared.
 */
export function latinOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
