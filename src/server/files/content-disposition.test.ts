import { expect, it } from 'vitest';
import { contentDisposition } from './read-stored.ts';

it.each([
  ['oficio.pdf', 'attachment; filename="oficio.pdf"'],
  ['Ofício 5.pdf', 'attachment; filename="Oficio 5.pdf"; filename*=UTF-8\'\'Of%C3%ADcio%205.pdf'],
  ['a"b\\c.pdf', 'attachment; filename="a_b_c.pdf"; filename*=UTF-8\'\'a%22b%5Cc.pdf'],
  [
    'a\r\nSet-Cookie: x.pdf',
    'attachment; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x.pdf',
  ],
  ['100%.txt', 'attachment; filename="100_.txt"; filename*=UTF-8\'\'100%25.txt'],
  ['日本 😀.txt', 'attachment; filename="__ __.txt"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC%20%F0%9F%98%80.txt'],
  ['a\ud800b.txt', 'attachment; filename="a_b.txt"; filename*=UTF-8\'\'a%EF%BF%BDb.txt'],
])('a header names the file %j in one line of ASCII', (name, header) => {
  expect(contentDisposition(name, 'attachment')).toBe(header);
});
