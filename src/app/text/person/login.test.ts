import { expect, test } from 'vitest';
import { emailHint, inkMeaning } from './login.ts';

test.each([
  [
    'Prefeitura Municipal de Vale do Ipê',
    'Use o e-mail da Prefeitura.',
    'Registrado na Prefeitura, com número e hora.',
  ],
  ['Câmara Municipal de Vale do Ipê', 'Use o e-mail da Câmara.', 'Registrado na Câmara, com número e hora.'],
  ['Instituto de Previdência', 'Use o e-mail do seu trabalho.', 'Registrado no servidor, com número e hora.'],
  [null, 'Use o e-mail do seu trabalho.', 'Registrado no servidor, com número e hora.'],
])('the login of %s names the organization as it is', (tenant, hint, meaning) => {
  expect(emailHint(tenant)).toBe(hint);
  expect(inkMeaning(tenant)).toBe(meaning);
});
