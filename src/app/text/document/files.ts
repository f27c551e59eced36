// Words about attachments.

import {
  EXTENSIONS,
  extensionOf,
  FILE_TYPES,
  FILES_MAX,
  FILES_MAX_BYTES,
  judgeFile,
  PREVIEWED,
} from '#domain/files.ts';
import { FILE_MAX_TEXT, kindNames } from '#contract/file-kinds.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { formatSize } from '../words/format.ts';

export const FILE_TEXT = {
  onDevice: 'Neste aparelho',
  onlineOnly: 'Só com internet',
  goesAlong: { short: 'A enviar', reply: 'A enviar com a resposta', document: 'A enviar com o documento' },
  pin: 'Guardar neste aparelho',
  pinMeaning: 'Com os arquivos, para ler sem internet',
  unpin: 'Não guardar mais neste aparelho',
  pinned: 'Guardado neste aparelho',
  pinnedDetail: 'O documento e os anexos abrem sem internet e não saem para dar lugar a outros.',
  pinnedComing: 'O que falta dele e dos anexos está vindo para este aparelho.',
  pinnedLater: 'O que falta dele e dos anexos vem quando houver conexão.',
  pinFailed: 'Não foi possível mudar o que fica neste aparelho. Tente de novo.',
  unpinned: 'O documento não fica mais guardado. Os anexos podem sair para dar lugar a outros.',
  noPreview: `Prévia disponível só para ${kindNames('e', PREVIEWED)}`,
  failed: 'Não foi possível abrir o arquivo.',
  retry: 'Tentar de novo',
  offline: 'Arquivo não disponível neste aparelho',
  offlineDetail: 'Ele será aberto quando houver conexão.',
  loading: 'Abrindo o arquivo',
  download: 'Baixar',
  downloadAll: 'Baixar todos',
  downloadAttachments: 'Baixar anexo',
  noAttachments: 'Este documento não tem anexos',
  none: 'Sem arquivos.',
  refused: 'Recusado: tire ou troque este arquivo',
  preparing: 'Preparando os anexos…',
  close: 'Fechar',
  newTab: 'Abrir em outra aba',
} as const;

export const ACCEPTED_EXTENSIONS = EXTENSIONS.map((extension) => `.${extension}`);
export const ACCEPTED_MIMES = Object.values(FILE_TYPES);
/** What a picker on a computer offers: photographs become pages of a PDF. */
export const PICKED_TYPES = [...ACCEPTED_MIMES, 'image/*'];

const ACCEPTED_NAMES = `${kindNames('e')}, até ${FILE_MAX_TEXT} cada`;
/** What a form accepts that makes pages of photographs. */
export const ACCEPTED_WITH_PHOTOS = `${ACCEPTED_NAMES}; fotos viram PDF`;

type ShownFile = { readonly name: string; readonly size: number; readonly onDevice: boolean; readonly pencil: boolean };

/**
 * `268 KB · Neste aparelho`. A file that waits to be sent goes with its message: `268 KB · A enviar
 * com a resposta`.
 */
export function fileDetail(file: ShownFile, goes: keyof typeof FILE_TEXT.goesAlong): string {
  if (file.pencil) return `${formatSize(file.size)} · ${FILE_TEXT.goesAlong[goes]}`;
  const place = file.onDevice ? FILE_TEXT.onDevice : FILE_TEXT.onlineOnly;
  // No file is empty (rule C9): a server with the product's own calls alone does not say how large
  // one is (S106).
  return file.size === 0 ? place : `${formatSize(file.size)} · ${place}`;
}

type PickedFile = { readonly name: string; readonly size: number };

/**
 * Why a picked file is refused: `Este tipo não é aceito: som.mp3. Aceitos: PDF, …`; null when it is
 * accepted. `accepted` names the kinds that the form takes.
 */
export function pickProblem(file: PickedFile, accepted: string = ACCEPTED_NAMES): string | null {
  const { name, size } = file;
  if (size === 0) return emptyText(name);
  if (extensionOf(name) === null) return typeProblem(name, accepted);
  const refusal = judgeFile(file);
  return refusal === null ? null : `${name}: ${REFUSAL_TEXT[refusal.code]}`;
}

/** `vazio.pdf: O arquivo está vazio. Escolha outro.` */
export function emptyText(name: string): string {
  return `${name}: ${REFUSAL_TEXT.file_empty} Escolha outro.`;
}

/** `Este tipo não é aceito: som.mp3. Aceitos: PDF, …` */
export function typeProblem(name: string, accepted: string): string {
  return `Este tipo não é aceito: ${name}. Aceitos: ${accepted}.`;
}

/**
 * Why there is no room for one more file beside `others` in one request (rule C9); null when there
 * is.
 */
export function roomProblem({ name, size }: PickedFile, others: readonly { readonly size: number }[]): string | null {
  const bytes = others.reduce((sum, file) => sum + file.size, size);
  if (others.length >= FILES_MAX) return `${name} ficou de fora. ${REFUSAL_TEXT.too_many_files}`;
  return bytes > FILES_MAX_BYTES ? `${name} ficou de fora. ${REFUSAL_TEXT.files_too_large}` : null;
}

/** Why an accepted file was not kept: the device could not store it, or it could not be read. */
export function notKeptText(name: string, isStorage: boolean): string {
  return isStorage
    ? `Não foi possível guardar ${name} neste aparelho. Libere espaço e escolha-o de novo.`
    : `Não foi possível ler ${name}. Ele pode ter sido movido ou apagado: escolha-o de novo.`;
}

/** `Pelo conteúdo, Portaria.doc será guardado como Portaria.rtf.` */
export function keptAsText(name: string, keptAs: string): string {
  return `Pelo conteúdo, ${name} será guardado como ${keptAs}.`;
}
