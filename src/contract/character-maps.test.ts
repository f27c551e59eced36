import { expect, it } from 'vitest';
import { mapIn, packMaps } from './character-maps.ts';

const MAPS = new Map([
  ['H.bcmap', new Uint8Array([1, 2, 3])],
  ['UniJIS-UTF16-H.bcmap', new Uint8Array([])],
  ['V.bcmap', new Uint8Array([255, 0])],
]);

it('a map comes out of the one file as it went in', () => {
  const { buffer } = packMaps(MAPS);
  for (const [name, bytes] of MAPS) expect(mapIn(buffer, name)).toEqual(bytes);
});

it('a name that no map has is not found', () => {
  expect(mapIn(packMaps(MAPS).buffer, 'H')).toBeNull();
});
