// The browser in words that its user knows; for reading only, nothing is decided by it.

const NAMES: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg/u, 'Edge'],
  [/OPR/u, 'Opera'],
  [/SamsungBrowser/u, 'Samsung Internet'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
];

/** `Chrome neste computador`, `Safari neste celular`. */
export function browserName(agent = navigator.userAgent): string {
  const [, name = 'Navegador'] = NAMES.find(([mark]) => mark.test(agent)) ?? [];
  return `${name} neste ${/Mobi|Android|iPhone|iPad/u.test(agent) ? 'celular ou tablet' : 'computador'}`;
}
