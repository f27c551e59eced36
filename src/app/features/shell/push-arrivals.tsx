import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { lazyHelper } from '../../shared/screen/lazy-helper.tsx';

const PushListener = lazyHelper(async () => (await import('./push-listener.tsx')).PushListener);

/** Shows pushes that arrive while the application is visible. No code is loaded on devices that never asked for push. */
export function PushArrivals() {
  return useDeviceFacts()?.pushWantedBy.length ? <PushListener /> : null;
}
