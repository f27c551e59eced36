// What a person picks in the system's file picker.

import { File as NodeFile } from 'node:buffer';
import { writeWord } from '../../builders/office-bytes.ts';
import { find } from './hand.ts';

/** The smallest content of a file of this name, so that it is what it is called. */
function contentOf(name: string): string | Uint8Array<ArrayBuffer> {
  if (name.endsWith('.pdf')) return '%PDF-1.4\n%%EOF\n';
  return name.endsWith('.docx') ? Uint8Array.from(writeWord()) : 'x';
}

/** A file of this name. jsdom's own can't be read. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer> = contentOf(name)): File {
  return new NodeFile([content], name) as unknown as File;
}

/** A file of the name that is gone when it is read. */
export function unreadableFile(name: string): File {
  const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  return Object.assign(fileOf(name), { arrayBuffer: gone });
}

/** A file that is read to its end only when `arrive` is called. */
export function slowFile(file: File): { file: File; arrive: () => void } {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const late =
    <Args extends unknown[], Value>(read: (...args: Args) => Value) =>
    async (...args: Args): Promise<Awaited<Value>> => {
      await arrived;
      return await read(...args);
    };
  const slice = (...range: [number, number]): Blob => {
    const part = file.slice(...range);
    return Object.assign(part, { arrayBuffer: late(part.arrayBuffer.bind(part)) });
  };
  return { file: Object.assign(file, { arrayBuffer: late(file.arrayBuffer.bind(file)), slice }), arrive };
}

/** A file that claims a size and is never read. */
export function sizedFile(name: string, size: number): File {
  return Object.defineProperty(fileOf(name), 'size', { value: size });
}

/** Picks files with the button's own picker, which jsdom does not open. */
export async function choose(button: string | RegExp, ...files: readonly File[]): Promise<void> {
  const pressed = await find('button', button);
  const input = pressed.nextElementSibling;
  if (!(input instanceof HTMLInputElement) || input.type !== 'file') throw new Error(`${button} picks no files`);
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
