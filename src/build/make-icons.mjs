// Draws every icon of public/ from one mark: `node src/build/make-icons.mjs`. The results are
// committed; run it again only when the mark changes.

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const INK = '#0B1F3F';
const IPE = '#FFCD07';
const PAPER = '#F3F5F1';

const publicDir = fileURLToPath(new URL('../../public/', import.meta.url));

/**
 * The tied pouch, which is the mark: neck, bow and body on a canvas of 512 pixels. It fits the
 * circle of 80 % that a maskable icon keeps.
 */
function pouch({ body, bow, ends }) {
  return `<path fill="${body}" d="M192 116c14 10 25 10 38 0 12-9 24-11 36-3 13 9 24 10 36 1 7-5 15-8 21-5 5 3 5 9 2 15
    -11 22-23 42-31 62h-77c-7-20-19-40-30-62-4-8-1-14 5-8z"/>
  <path fill="${body}" d="M212 210h88c58 40 100 104 100 160 0 42-26 58-66 58H178c-40 0-66-16-66-58 0-56 42-120 100-160z"/>
  <path fill="none" stroke="${bow}" stroke-width="17" stroke-linecap="round" stroke-linejoin="round"
    d="M256 198c-24-32-66-42-82-24-15 18 14 44 82 24 68 20 97-6 82-24-16-18-58-8-82 24z"/>
  <path fill="none" stroke="${ends}" stroke-width="17" stroke-linecap="round" d="M247 212l-27 48M265 212l27 48"/>
  <circle cx="256" cy="198" r="17" fill="${bow}"/>`;
}

const drawing = (inside, background) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${background ?? ''}${inside}</svg>`;
const rounded = `<rect width="512" height="512" rx="104" fill="${INK}"/>`;
const full = `<rect width="512" height="512" fill="${INK}"/>`;
const scaled = (inside, factor) =>
  `<g transform="translate(${256 * (1 - factor)} ${256 * (1 - factor)}) scale(${factor})">${inside}</g>`;

const mark = pouch({ body: IPE, bow: PAPER, ends: INK });
const solid = pouch({ body: '#000', bow: '#000', ends: '#000' });
const shortcut = (path) =>
  drawing(
    `<g fill="none" stroke="${IPE}" stroke-width="40" stroke-linecap="round" stroke-linejoin="round">${path}</g>`,
    rounded,
  );

const icons = [
  ['malote-192.png', 192, drawing(mark, rounded)],
  ['malote-512.png', 512, drawing(mark, rounded)],
  ['malote-maskable-512.png', 512, drawing(scaled(mark, 0.82), full)],
  ['malote-monochrome-512.png', 512, drawing(scaled(solid, 1.1))],
  ['malote-apple-touch-180.png', 180, drawing(scaled(mark, 0.94), full)],
  ['atalho-criar-96.png', 96, shortcut('<path d="M256 136v240M136 256h240"/>')],
  ['atalho-buscar-96.png', 96, shortcut('<circle cx="232" cy="232" r="100"/><path d="M306 306l76 76"/>')],
  ['atalho-atraso-96.png', 96, shortcut('<circle cx="256" cy="256" r="130"/><path d="M256 180v84l56 34"/>')],
  ['atalho-pendencias-96.png', 96, shortcut('<path d="M256 372V156M164 240l92-92 92 92"/>')],
];

await mkdir(`${publicDir}icons`, { recursive: true });
await writeFile(`${publicDir}favicon.svg`, `${drawing(mark, rounded)}\n`);
for (const [name, size, svg] of icons) {
  await sharp(Buffer.from(svg), { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(`${publicDir}icons/${name}`);
}
