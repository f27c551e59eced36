export const NO_BROWSER: string;
export function browserAtHand(): Promise<string | null>;
export function shellAtHand(): Promise<string | null>;
export function findBrowser(say: (line: string) => void): Promise<string>;
