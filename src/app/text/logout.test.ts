import { describe, expect, it } from 'vitest';
import { LOGOUT } from './logout.ts';

describe('the question before leaving with unsent work', () => {
  it.each([
    [{ unsent: 1, drafts: 0 }, 'Há 1 envio pendente neste aparelho'],
    [{ unsent: 0, drafts: 1 }, 'Há 1 rascunho neste aparelho'],
    [{ unsent: 2, drafts: 3 }, 'Há 2 envios pendentes e 3 rascunhos neste aparelho'],
  ])('names the work: %o', (own, title) => {
    expect(LOGOUT.title(own)).toBe(title);
  });

  it('promises sending only where something waits to be sent', () => {
    expect(LOGOUT.keepMeaning({ unsent: 0, drafts: 1 })).not.toContain('enviado');
    expect(LOGOUT.keepMeaning({ unsent: 1, drafts: 0 })).not.toContain('rascunho');
  });
});
