import { sharedDevice } from './shared-device.ts';

/**
 * Shows a number on the icon of the installed application; 0 takes it away. Browsers without badges
 * do nothing, nor do shared tablets (S95).
 */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  if (count > 0 && sharedDevice.current() !== null) return;
  // Browsers reject where the application is not installed.
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count);
  shown.catch(() => undefined);
}
