import type { EngineName } from './driver.ts';

/** The path of a Firefox; null when there is none. */
export declare function firefoxAtHand(): string | null;
/** The path of WebKitGTK's WebDriver; null when there is none. */
export declare function webkitDriverAtHand(): string | null;
/** The path of Xvfb; null when there is none. */
export declare function displayServerAtHand(): string | null;
/** The engines besides Chromium that can't be tried here, each with what is missing. */
export declare function enginesMissing(): { name: EngineName; missing: string }[];
