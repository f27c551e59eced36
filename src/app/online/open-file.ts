import { PATHS } from '#contract/paths.ts';
import { sha256Of } from '#mirror/keep/files.ts';
import { BASE_URL } from './page-server.ts';
import { client } from './client.ts';

/** The server itself refused this file, or gave other bytes: asking again soon changes nothing. */
export class FileRefused extends Error {}

/** Statuses about the requested file. Others are about the session, the server or the network. */
const REFUSALS: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * The bytes of a document's file from the server. Throws without a connection; throws `FileRefused`
 * when the server refuses, or when the bytes don't match the hash. The words of the errors are
 * fixed (rule D4).
 */
export async function openFile(file: { readonly id: number; readonly sha256: string }): Promise<Blob> {
  const blob = await bytesOf(PATHS.documentFile(file.id));
  // A server with the product's own calls alone names no hash (S106).
  if (file.sha256 !== '' && (await sha256Of(await blob.arrayBuffer())) !== file.sha256)
    throw new FileRefused('Erro ao buscar o documento (conteúdo diferente)');
  return blob;
}

/**
 * The bytes of a model's file. Throws as `openFile` does. A row of a model names no hash, so the
 * size tells a cut answer from a whole one.
 */
export async function openModelFile(file: { readonly id: number; readonly size: number }): Promise<Blob> {
  const blob = await bytesOf(PATHS.modelFile(file.id));
  if (file.size > 0 && blob.size !== file.size)
    throw new FileRefused('Erro ao buscar o documento (conteúdo diferente)');
  return blob;
}

/**
 * An image of the server as a data address, to be kept on this device. Throws as `openFile` does.
 */
export async function openImage(path: string): Promise<string> {
  const blob = await bytesOf(path);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The image could not be read')));
    reader.readAsDataURL(blob);
  });
}

async function bytesOf(path: string): Promise<Blob> {
  // A tab that was asleep while its person left in another one must ask for nothing more in their
  // name (S33).
  if (!(await client.settleLogout())) throw new Error('Erro ao buscar o documento');
  const response = await fetch(BASE_URL + path, {
    credentials: BASE_URL === '' ? 'same-origin' : 'include',
    redirect: 'error',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new Error('Erro ao buscar o documento', { cause });
  });
  if (!response.ok) {
    const words = `Erro ao buscar o documento (${response.status})`;
    throw REFUSALS.has(response.status) ? new FileRefused(words) : new Error(words);
  }
  // The server has no HTML files, so HTML is a portal's page.
  if (isPage(response)) throw new Error('Erro ao buscar o documento (conteúdo diferente)');
  return response.blob();
}

function isPage({ headers }: Response): boolean {
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '');
}
