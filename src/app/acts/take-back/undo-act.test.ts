// @vitest-environment jsdom
// Ctrl+Z while the messages of several acts offer to take them back.

import { expect, test, vi } from 'vitest';
import type { CommandContext } from '#commands/frame/context.ts';
import { offerOf } from './undo-act.ts';

const context = { clock: () => 0 } as unknown as CommandContext;

const pressUndo = () =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
  );

test('each press of Ctrl+Z takes back the newest act that is left', () => {
  const undone: string[] = [];
  for (const act of ['first', 'second']) {
    const undo = async () => void undone.push(act);
    offerOf(context, { ids: [], undo }).onShown?.(vi.fn<() => void>());
  }
  pressUndo();
  expect(undone).toEqual(['second']);
  pressUndo();
  expect(undone).toEqual(['second', 'first']);
  expect(pressUndo()).toBe(true);
  expect(undone).toHaveLength(2);
});
