import type { EngineName } from './driver.ts';

/** Path of Firefox; null if it is not installed. */
export declare function firefoxAtHand(): string | null;
/** Path of the WebDriver of WebKitGTK; null if it is not installed. */
export declare function webkitDriverAtHand(): string | null;
/** Path of Xvfb; null if it is not installed. */
export declare function displayServerAtHand(): string | null;
/** Path of poppler's `pdftoppm`; null if it is not installed. */
export declare function popplerAtHand(): string | null;
/** The tools with which the viewer of PDFs is compared; empty when all are here. */
export declare function pdfToolsMissing(): { name: string; missing: string }[];
/** What the server behind nginx needs; empty when all is here. */
export declare function nginxMissing(): { name: string; missing: string }[];
/** The engines besides Chromium that can't run on this machine, each with the packages that are missing. */
export declare function enginesMissing(): { name: EngineName; missing: string }[];
