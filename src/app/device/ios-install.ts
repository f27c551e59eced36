// iOS has no offer to install: its users add the application to the home screen by hand
// (src/app/experience.md, experience P8).

import { sharedDevice } from './shared-device.ts';

/** Whether the application runs from its own icon, on any system. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Whether this is a browser of iOS or iPadOS, where the steps by hand apply. */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPad|iPhone|iPod/u.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1);
  return isIos && !isInstalled() && sharedDevice.current() === null;
}
