// A browser's User-Agent in a few words, so that a person recognises their own devices in a list.

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad|Tablet/, 'Tablet'],
  [/Mobile|iPhone/, 'Celular'],
  // Android on a phone says `Mobile`, which matches above; without it the device is a tablet.
  [/Android/, 'Tablet'],
];
/**
 * A User-Agent also names the browsers that its own is compatible with, so the first match counts.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Such as `Celular, Chrome`. An unknown system is `Computador`; an unknown browser is left out. */
export function browserWords(userAgent: string): string {
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Computador';
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  return browser === undefined ? system : `${system}, ${browser}`;
}
