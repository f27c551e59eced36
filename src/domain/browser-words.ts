// A browser's User-Agent in a few words, so that a person recognises their own devices in a list.

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad|Tablet/, 'Tablet'],
  [/Mobile|iPhone/, 'Celular'],
  // Without the word before, Android is that of a tablet.
  [/Android/, 'Tablet'],
];
/** Each browser also names those that it is made like, so the first one counts. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** `Celular, Chrome`; `Computador` for a browser that says nothing known. */
export function browserWords(userAgent: string): string {
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Computador';
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  return browser === undefined ? system : `${system}, ${browser}`;
}
