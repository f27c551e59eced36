import { expect, test } from 'vitest';
import { storedDetail } from './stored-here.ts';

const onItsWay = { needsLogin: false, isOffline: false, isBehind: false };

test.each([
  [onItsWay, null],
  [{ ...onItsWay, isOffline: true }, 'Guardado neste aparelho. Será enviado quando houver conexão.'],
  [
    { ...onItsWay, needsLogin: true, isOffline: true },
    'Guardado neste aparelho. Será enviado quando você entrar de novo.',
  ],
  [
    { ...onItsWay, isBehind: true, isOffline: true },
    'Guardado neste aparelho. Um envio anterior deste documento precisa de você.',
  ],
])('second line of a message after a gesture: %o', (facts, detail) => {
  expect(storedDetail(facts)).toBe(detail);
});
