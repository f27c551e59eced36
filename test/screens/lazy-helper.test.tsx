// Parts that a screen can do without, when their file is gone from the server.

import { lazyHelper } from '#app/shared/screen/lazy-helper.tsx';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { until } from './harness/hand.ts';

test('a helper of a screen whose file is gone draws nothing, and the screen stays', async () => {
  const Gone = lazyHelper(() => Promise.reject(new Error('Failed to fetch dynamically imported module')), <p>Lendo</p>);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <>
      <p>Tela</p>
      <Gone />
    </>,
  );
  await until(() => expect(place.innerHTML).toBe('<p>Tela</p>'));
  root.unmount();
  place.remove();
});
