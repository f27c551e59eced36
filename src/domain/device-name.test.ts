import { expect, test } from 'vitest';
import { DEVICE_NAME_MAX, deviceNameOf } from './text.ts';

test.each([
  ['as it is typed', 'Balcão do Protocolo Geral', 'Balcão do Protocolo Geral'],
  ['without space around it', '  Balcão 2 ', 'Balcão 2'],
  ['in one line', 'Balcão\r\ndo Protocolo', 'Balcão do Protocolo'],
  ['composed', 'Balcão'.normalize('NFD'), 'Balcão'],
  ['without what is not seen', '\u202eBalcão\u200b', 'Balcão'],
  ['not, when nothing of it is seen', ' \u200b\u2800 ', ''],
  ['cut between two characters', `${'a'.repeat(DEVICE_NAME_MAX - 1)}👍🏽`, 'a'.repeat(DEVICE_NAME_MAX - 1)],
  ['without the space at which it is cut', `${'a'.repeat(DEVICE_NAME_MAX - 1)} bc`, 'a'.repeat(DEVICE_NAME_MAX - 1)],
])('the name of a tablet is kept %s', (_how, typed, kept) => {
  expect(deviceNameOf(typed)).toBe(kept);
  expect(deviceNameOf(kept)).toBe(kept);
});
