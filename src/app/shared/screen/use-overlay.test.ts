import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { leaveOverlay } from './use-overlay.ts';

it('a second closing before the browser has gone back does not leave the screen below', () => {
  const history = createMemoryHistory({ initialEntries: ['/lista', '/documento'] });
  history.push('/documento?acao=transferir', { isOverlay: true });
  const back = vi.spyOn(history, 'back').mockReturnValue(undefined);
  expect([leaveOverlay(history), leaveOverlay(history)]).toEqual([true, true]);
  expect(back).toHaveBeenCalledTimes(1);
  back.mockRestore();
  history.back();
  expect(history.location.href).toBe('/documento');
  expect(leaveOverlay(history)).toBe(false);
  history.forward();
  leaveOverlay(history);
  expect(history.location.href).toBe('/documento');
});
