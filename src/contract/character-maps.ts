// The maps of characters that a PDF may name without containing them. There are 168, so a device
// keeps them packed in one file. For each map the file has one byte with the length of the name,
// the name in ASCII, four bytes with the length of the map, and the map.

/** The name of the packed file. It stands in the folder of the maps. */
export const PACKED_MAPS = 'maps.pack';
/** How the name of a map's own file ends. */
export const MAP_END = '.bcmap';

/** Packs maps into one file. `maps`: by name. */
export function packMaps(maps: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const size = [...maps].reduce((sum, [name, { length }]) => sum + 1 + name.length + 4 + length, 0);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const [name, bytes] of maps) {
    view.setUint8(at, name.length);
    for (let letter = 0; letter < name.length; letter += 1) view.setUint8(at + 1 + letter, name.charCodeAt(letter));
    at += 1 + name.length;
    view.setUint32(at, bytes.length);
    packed.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  return packed;
}

/** The map with this name from a file of `packMaps`; null when the file has no such map. */
export function mapIn(packed: ArrayBuffer, name: string): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(packed);
  let at = 0;
  while (at < packed.byteLength) {
    const end = at + 1 + view.getUint8(at);
    const length = view.getUint32(end);
    if (String.fromCharCode(...new Uint8Array(packed, at + 1, end - at - 1)) === name)
      return new Uint8Array(packed.slice(end + 4, end + 4 + length));
    at = end + 4 + length;
  }
  return null;
}
