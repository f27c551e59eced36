// Facts of the device that a screen can be drawn without.

import { useDeviceFacts } from '#app/device/use-device-facts.ts';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { until } from './harness/hand.ts';

test('a screen is drawn over storage that does not open, and no failure of it goes unheard', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no storage', 'UnknownError');
  });
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  const Screen = () => {
    useDeviceFacts();
    return <p>Tela</p>;
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  try {
    root.render(<Screen />);
    await until(() => expect(opening).toHaveBeenCalled());
    // Node reports an unhandled rejection once the queue of promises is empty.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).toEqual([]);
    expect(place.textContent).toBe('Tela');
  } finally {
    process.off('unhandledRejection', hear);
    opening.mockRestore();
    root.unmount();
    place.remove();
  }
});
