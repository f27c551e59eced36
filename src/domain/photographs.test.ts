import { expect, test } from 'vitest';
import { isPhotograph } from './files.ts';

test.each([
  ['IMG_0042.jpg', 'image/jpeg', 1, true],
  ['recorte', 'image/png', 1, true],
  ['IMG_0042.HEIC', '', 1, true],
  ['pagina.jpeg', '', 1, true],
  ['pagina.jpg', '', 1, true],
  ['pagina.bmp', 'application/octet-stream', 1, true],
  ['pagina.jpg.zip', '', 1, false],
  ['pagina-jpg', '', 1, false],
  ['video.mp4', 'video/mp4', 1, false],
  ['anexo', 'application/x-image/png', 1, false],
  ['vazia.jpg', 'image/jpeg', 0, false],
  // What may be attached as it is stays a file, whatever type the system gives.
  ['oficio.pdf', 'image/jpeg', 1, false],
])('pages can be made of %j of type %j with %i bytes: %s', (name, type, size, expected) => {
  expect(isPhotograph({ name, type, size })).toBe(expected);
});
