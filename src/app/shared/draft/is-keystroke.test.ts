import { expect, test } from 'vitest';
import { isKeystroke } from './is-keystroke.ts';

test.each([
  ['a letter typed', { content: '<p>Bo</p>' }, { content: '<p>Bom</p>' }, true],
  ['a letter erased', { content: '<p>Bom</p>' }, { content: '<p>Bo</p>' }, true],
  ['a letter replaced', { content: '<p>Bom</p>' }, { content: '<p>Bem</p>' }, true],
  [
    'the first letter of a word, whose space the simple editor kept back',
    { content: '<p>Bom</p>' },
    { content: '<p>Bom d</p>' },
    true,
  ],
  ['a space that becomes a no-break space', { content: '<p>Bom</p>' }, { content: '<p>Bom\u00A0</p>' }, true],
  ['a text pasted', { content: '<p>Bom</p>' }, { content: '<p>Bom dia</p>' }, false],
  ['a text pasted into an empty field', { content: '' }, { content: '<p>Bom dia</p>' }, false],
  ['a text cleared', { content: '<p>Bom dia</p>' }, { content: '' }, false],
  ['a person chosen', { responsibleId: null }, { responsibleId: 7 }, false],
  ['a date cleared', { limitDate: '2026-11-30' }, { limitDate: null }, false],
  ['a tag added', { tags: [] }, { tags: ['obra'] }, false],
  ['a letter beside a choice', { title: 'a', type: 1 }, { title: 'ab', type: 2 }, false],
  ['nothing but the same choice', { title: 'a', type: 1 }, { title: 'ab', type: 1 }, true],
] as const)('isKeystroke: %s', (_case, before, change, expected) => {
  expect(isKeystroke(before, change)).toBe(expected);
});
