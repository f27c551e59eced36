// A new version of the application: the bar that brings it.

import { appUpdate } from '#app/device/app-update.ts';
import { registerForm } from '#app/shared/draft/open-forms.ts';
import { expect, test, vi } from 'vitest';
import { press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

test('an update waits while what is written cannot be stored, says so, and comes once it can', async () => {
  const apply = vi.fn<() => Promise<void>>(async () => undefined);
  const save = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no room')).mockResolvedValue();
  await visit('/admin/alerts', { role: 'Servidor' });
  const leave = registerForm('create', { flush: save, release: () => undefined, resume: () => undefined });
  try {
    appUpdate.offer(apply);
    await press('button', 'Atualizar');
    await seesText('O que você escreveu não pôde ser guardado. Tente de novo.');
    expect(apply).not.toHaveBeenCalled();
    await press('button', 'Atualizar');
    await until(() => expect(apply).toHaveBeenCalledOnce());
  } finally {
    leave();
    appUpdate.later();
  }
});
