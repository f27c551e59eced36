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
import { formatSize, plural } from '../words/format.ts';

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
/**
 * The types that a file picker offers on a computer. Images are among them, because photographs
 * become pages of a PDF.
 */
export const PICKED_TYPES = [...ACCEPTED_MIMES, 'image/*'];

const ACCEPTED_NAMES = `${kindNames('e')}, até ${FILE_MAX_TEXT} cada`;
/** The accepted kinds, as named by a form that also makes pages of photographs. */
export const ACCEPTED_WITH_PHOTOS = `${ACCEPTED_NAMES}; fotos viram PDF`;

type ShownFile = { readonly name: string; readonly size: number; readonly onDevice: boolean; readonly pencil: boolean };

/**
 * `268 KB · Neste aparelho`. A file in pencil tells what it will be sent with: `268 KB · A enviar
 * com a resposta`.
 */
export function fileDetail(file: ShownFile, goes: keyof typeof FILE_TEXT.goesAlong): string {
  if (file.pencil) return `${formatSize(file.size)} · ${FILE_TEXT.goesAlong[goes]}`;
  const place = file.onDevice ? FILE_TEXT.onDevice : FILE_TEXT.onlineOnly;
  // A size of 0 is unknown, because no file is empty (rule C9): a server with the product's own
  // calls alone tells no sizes (S106).
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

/** Why one more file beside `others` does not fit into one request (rule C9); null when it does. */
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

/**
 * `laudo (1).pdf já está neste documento, como laudo.pdf.` It is a hint: the person may send the
 * file all the same.
 */
export function repeatedText(name: string, thereAs: string): string {
  return `${name} já está neste documento${name === thereAs ? '' : `, como ${thereAs}`}.`;
}

// Words about photographs that become the pages of a PDF.

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

/** Names of the four corners that a person drags onto the sheet: clockwise from the upper left. */
export const CORNER_NAMES = [
  'Canto de cima à esquerda',
  'Canto de cima à direita',
  'Canto de baixo à direita',
  'Canto de baixo à esquerda',
] as const;

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

/** The button that erases photographs without a page: `Apagar 2 fotos não preparadas`. */
export function eraseWaitingText(count: number): string {
  return count === 1 ? 'Apagar 1 foto não preparada' : `Apagar ${count} fotos não preparadas`;
}

/** `3 páginas viram 1 PDF · 1,2 MB`. `bytes`: null while the size is being computed. */
export function joinedText(count: number, bytes: number | null): string {
  const pages = plural(count, {
    zero: 'Nenhuma página',
    one: '1 página vira 1 PDF',
    other: (many) => `${many} páginas viram 1 PDF`,
  });
  return bytes === null ? pages : `${pages} · ${formatSize(bytes)}`;
}

/** `fotos: 9,4 MB`: the size of the photographs as they were taken. */
export function takenText(bytes: number): string {
  return `fotos: ${formatSize(bytes)}`;
}

export function orderText(place: number): string {
  return `Ordem da página ${place}`;
}

/** Announced when a page has moved: `Agora é a página 1 de 3`. */
export function movedText(place: number, count: number): string {
  return `Agora é a página ${place} de ${count}`;
}

/**
 * The name of the button that undoes the cutting of a page: `recortada Desfazer o recorte da página
 * 2`.
 */
export function uncutLabel(place: number): string {
  return `${PAGES_TEXT.cut} ${PAGES_TEXT.uncut} o recorte da página ${place}`;
}

/** Announced when the cutting of a page was undone: `A página 2 vai inteira`. */
export function uncutText(place: number): string {
  return `A página ${place} vai inteira`;
}

/**
 * The name of the button that turns a PDF back into its pages: `Voltar às páginas de Páginas
 * 22-11-2026 14h32.pdf`.
 */
export function backLabel(name: string): string {
  return `${PAGES_TEXT.back} de ${name}`;
}

/**
 * The name of a PDF made of photographs: `Páginas 22-11-2026 14h32.pdf`. `day` is `22/11/2026`,
 * `time` is `14:32`.
 */
export function pdfName({ day, time }: { day: string; time: string }): string {
  return `Páginas ${day.replaceAll('/', '-')} ${time.replace(':', 'h')}.pdf`;
}

// Words of the viewer of PDFs.

export const PDF_TEXT = {
  opening: 'Abrindo o PDF',
  larger: 'Aumentar',
  smaller: 'Diminuir',
  notShown: 'Não foi possível mostrar este PDF aqui.',
  trouble: {
    password: 'Este PDF pede uma senha. Baixe o arquivo e abra em um programa que peça a senha.',
    empty: 'Este PDF não tem nenhuma página. Peça outra cópia a quem o enviou.',
    damaged: 'O arquivo está danificado ou não é um PDF. Baixe o arquivo, ou peça outra cópia a quem o enviou.',
    unstarted: 'O que mostra PDFs não carregou. Abra de novo quando houver conexão, ou baixe o arquivo.',
  },
  partial: 'Parte desta página não pôde ser desenhada aqui. Abra o arquivo para ver tudo.',
  notDrawn: 'Esta página não pôde ser desenhada aqui. Abra o arquivo para ver o que há nela.',
  elsewhere: {
    form: 'Este PDF é um formulário que só aparece em outro programa. Baixe o arquivo para ver o que foi preenchido.',
    files: 'Este PDF guarda outros arquivos, que não aparecem aqui. Baixe o arquivo para ver todos.',
  },
  open: 'Baixar o arquivo',
} as const;

export function pageOfText(place: number, count: number): string {
  return `Página ${place} de ${count}`;
}
