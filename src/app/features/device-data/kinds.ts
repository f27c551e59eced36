import type { DeviceData } from '#mirror/questions/device-data.ts';

export type KindName = 'attachments' | 'app' | 'documents' | 'reference' | 'own';
/** `beforeBytes`: the sum of the kinds before it, where its part of the bar begins. */
export type Kind = { readonly name: KindName; readonly bytes: number; readonly beforeBytes: number };

/**
 * The five kinds in the order of the list, and their sum. What the browser counts beyond the rows
 * and files of the mirror belongs to the application; a browser that does not count leaves it at 0.
 */
export function kindsOf(data: DeviceData, usedBytes: number | null): { kinds: readonly Kind[]; total: number } {
  const mirrored = data.attachments.bytes + data.documents.bytes + data.reference.bytes + data.own.bytes;
  const sizes: readonly (readonly [KindName, number])[] = [
    ['attachments', data.attachments.bytes],
    ['app', Math.max(0, (usedBytes ?? 0) - mirrored)],
    ['documents', data.documents.bytes],
    ['reference', data.reference.bytes],
    ['own', data.own.bytes],
  ];
  let total = 0;
  const kinds = sizes.map(([name, bytes]) => {
    const kind = { name, bytes, beforeBytes: total };
    total += bytes;
    return kind;
  });
  return { kinds, total };
}
