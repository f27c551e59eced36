// Words about photographs that become the pages of a PDF.

import { FILE_MAX_TEXT, kindNames } from '#contract/file-kinds.ts';
import { formatSize } from '../words/format.ts';
import { plural } from '../words/grammar.ts';

export const PAGES_TEXT = {
  attach: 'Anexar',
  takePhoto: 'Tirar foto',
  takePhotoDetail: 'As páginas viram um só PDF.',
  choosePhotos: 'Escolher fotos',
  choosePhotosDetail: 'Da galeria; viram um só PDF.',
  chooseFile: 'Escolher arquivo',
  chooseFileDetail: `${kindNames('ou')}, até ${FILE_MAX_TEXT}.`,
  photos: 'Fotografar ou escolher fotos',
  worksOffline: 'Funciona sem internet: o PDF é feito e guardado neste aparelho e vai junto com o envio.',
  oldBrowser: 'Este navegador não transforma fotos em PDF. Atualize-o, ou anexe um arquivo pronto.',
  crop: 'Recortar',
  cut: 'recortada',
  uncut: 'Desfazer',
  turn: 'Girar',
  blackAndWhite: 'Preto e branco',
  retake: 'Tirar de novo',
  chooseAgain: 'Trocar foto',
  erase: 'Apagar',
  dragCorners: 'Arraste os quatro cantos até a folha',
  order: 'Páginas, na ordem do PDF',
  earlier: 'Antes',
  later: 'Depois',
  another: 'Outra página',
  attachPdf: 'Anexar PDF',
  joining: 'Fazendo o PDF…',
  preparing: 'Preparando a foto…',
  notReadable: 'Não foi possível ler esta foto. São aceitas fotos JPEG, PNG ou WebP.',
  notMade: 'Não foi possível fazer o PDF neste aparelho. As páginas continuam guardadas: tente de novo.',
  pdfNotKept:
    'Não foi possível guardar o PDF neste aparelho. Libere espaço e tente de novo; as páginas continuam guardadas.',
  notJoined: 'Ainda não viraram PDF',
  back: 'Voltar às páginas',
  photosGone: 'As fotos deste PDF não estão mais neste aparelho. O PDF continua anexado.',
  keepFailed: 'Não foi possível guardar a foto neste aparelho. Libere espaço e tente de novo.',
  changeFailed: 'Não foi possível guardar a mudança neste aparelho. Libere espaço e tente de novo.',
  notPrepared: 'Não foi possível preparar a foto. Ela continua guardada: libere espaço e abra as páginas de novo.',
  tooLarge: `O PDF passa de ${FILE_MAX_TEXT}. Apague uma página ou deixe as páginas em preto e branco.`,
  camera: 'Câmera',
  shoot: 'Fotografar',
  cameraBlocked: 'A câmera está bloqueada para este site. Libere-a nas permissões do navegador e tente de novo.',
  cameraGone: 'Não foi possível abrir a câmera. Ela pode estar em uso por outro programa.',
  openingCamera: 'Abrindo a câmera…',
  retryCamera: 'Tentar de novo',
  closed: 'As páginas ficam guardadas no rascunho.',
} as const;

/** The names of the corners as they are seen, in the order of a sheet. */
export const CORNER_NAMES = [
  'Canto de cima à esquerda',
  'Canto de cima à direita',
  'Canto de baixo à direita',
  'Canto de baixo à esquerda',
] as const;

/** `Página 2 de 3`. */
export function pageTitle(place: number, count: number): string {
  return `Página ${place} de ${count}`;
}

/** `3 páginas fotografadas`. */
export function photographedText(count: number): string {
  return plural(count, {
    zero: 'Nenhuma página fotografada',
    one: '1 página fotografada',
    other: (many) => `${many} páginas fotografadas`,
  });
}

/** `3 páginas viram 1 PDF · 1,2 MB`; without a size while it is being computed. */
export function joinedText(count: number, bytes: number | null): string {
  const pages = plural(count, {
    zero: 'Nenhuma página',
    one: '1 página vira 1 PDF',
    other: (many) => `${many} páginas viram 1 PDF`,
  });
  return bytes === null ? pages : `${pages} · ${formatSize(bytes)}`;
}

/** `fotos: 9,4 MB`: what the photographs weighed as they were taken. */
export function takenText(bytes: number): string {
  return `fotos: ${formatSize(bytes)}`;
}

/** `Ordem da página 2`. */
export function orderText(place: number): string {
  return `Ordem da página ${place}`;
}

/** Read out when a page has moved: `Agora é a página 1 de 3`. */
export function movedText(place: number, count: number): string {
  return `Agora é a página ${place} de ${count}`;
}

/**
 * The name of the button that takes the cut of a page back: `recortada Desfazer o recorte da página
 * 2`.
 */
export function uncutLabel(place: number): string {
  return `${PAGES_TEXT.cut} ${PAGES_TEXT.uncut} o recorte da página ${place}`;
}

/** Read out when a cut was taken back: `A página 2 vai inteira`. */
export function uncutText(place: number): string {
  return `A página ${place} vai inteira`;
}

/**
 * The name of the button that opens the pages of a PDF again: `Voltar às páginas de Páginas
 * 22-11-2026 14h32.pdf`.
 */
export function backLabel(name: string): string {
  return `${PAGES_TEXT.back} de ${name}`;
}

/**
 * The name of the PDF: `Páginas 22-11-2026 14h32.pdf`. `day` is `22/11/2026`, `time` is `14:32`.
 */
export function pdfName({ day, time }: { day: string; time: string }): string {
  return `Páginas ${day.replaceAll('/', '-')} ${time.replace(':', 'h')}.pdf`;
}
