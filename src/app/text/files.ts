// Words about attachments.

import { extensionOf, FILE_TYPES, judgeFile } from '#domain/files.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { formatSize } from './format.ts';

export const FILE_TEXT = {
  onDevice: 'Neste aparelho',
  onlineOnly: 'Só com internet',
  goesAlong: { short: 'A enviar', reply: 'A enviar com a resposta', document: 'A enviar com o documento' },
  pin: 'Guardar neste aparelho',
  pinMeaning: 'Com os arquivos, para ler sem internet',
  unpin: 'Não guardar mais neste aparelho',
  pinned: 'Guardado neste aparelho',
  pinnedDetail: 'O documento e os anexos abrem sem internet e não saem para dar lugar a outros.',
  pinnedLater: 'Os anexos que faltam vêm quando houver conexão.',
  unpinned: 'O documento não fica mais guardado. Os anexos podem sair para dar lugar a outros.',
  queued: 'na fila',
  previewOnlyPdf: 'Prévia disponível só para PDF',
  failed: 'Não foi possível abrir o arquivo.',
  retry: 'Tentar de novo',
  offline: 'Arquivo não disponível neste aparelho',
  offlineDetail: 'Ele será aberto quando houver conexão.',
  loading: 'Abrindo o arquivo',
  download: 'Baixar',
  downloadAll: 'Baixar todos',
  downloadAttachments: 'Baixar anexos',
  noAttachments: 'Este documento não tem anexos',
  none: 'Sem arquivos.',
  preparing: 'Preparando os anexos…',
  close: 'Fechar',
  newTab: 'Abrir em outra aba',
  keepFailed: 'Não foi possível guardar o arquivo neste aparelho. Libere espaço e tente de novo.',
} as const;

export const ACCEPTED_EXTENSIONS = Object.keys(FILE_TYPES).map((extension) => `.${extension}`);
export const ACCEPTED_MIMES = Object.values(FILE_TYPES);
/** What a picker on a computer offers: photographs become pages of a PDF. */
export const PICKED_TYPES = [...ACCEPTED_MIMES, 'image/*'];

const ACCEPTED_NAMES = 'PDF, DOC, DOCX, ODT, RTF e TXT; fotos viram PDF';

type ShownFile = { readonly name: string; readonly size: number; readonly onDevice: boolean; readonly pencil: boolean };

/** `268 KB · Neste aparelho`. A file that waits to be sent goes with its message: `268 KB · A enviar com a resposta`. */
export function fileDetail(file: ShownFile, goes: keyof typeof FILE_TEXT.goesAlong): string {
  const size = formatSize(file.size);
  if (file.pencil) return `${size} · ${FILE_TEXT.goesAlong[goes]}`;
  return `${size} · ${file.onDevice ? FILE_TEXT.onDevice : FILE_TEXT.onlineOnly}`;
}

/** Why a picked file is refused: `Este tipo não é aceito: som.mp3. Aceitos: PDF, …`; null when it is accepted. */
export function pickProblem(file: { name: string; size: number }): string | null {
  if (extensionOf(file.name) === null) return `Este tipo não é aceito: ${file.name}. Aceitos: ${ACCEPTED_NAMES}.`;
  const refusal = judgeFile(file);
  return refusal === null ? null : `${file.name}: ${REFUSAL_TEXT[refusal.code]}`;
}
