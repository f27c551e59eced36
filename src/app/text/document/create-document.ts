import { FILE_MAX_TEXT, kindNames } from '#contract/file-kinds.ts';
import { dayOfMonth, type CalendarDay } from '#domain/dates.ts';
import { EXTENSIONS, type FileExtension } from '#domain/files.ts';
import { TAGS_MAX } from '#domain/tags.ts';
import type { SubmissionWindow } from '#domain/submission-window.ts';
import { formatTime, joined } from '../words/format.ts';

/** The kinds of files that town halls send most. The sentence beside the field names them first. */
const MAIN_KINDS: readonly FileExtension[] = ['doc', 'pdf'];
const OTHER_KINDS = EXTENSIONS.filter((kind) => !MAIN_KINDS.includes(kind));

export const CREATE_TEXT = {
  title: 'Criar documento',
  back: 'Voltar para o início',
  withoutNumber: 'Sem número',
  numberComesLater: 'O número sai quando o documento for registrado.',
  paper: 'Papel',
  deadline: 'Até quando',
  titleOfFile: 'Tirado do nome do arquivo.',
  takeBack: 'Desfazer',
  daySteps: 'Daqui a quantos dias',
  dropFiles: 'Solte para anexar',
  keepAndCreate: 'Guardar e criar outro',
  kept: 'Rascunho guardado neste aparelho.',
  eraseDraft: 'Apagar',
  draftsTitle: 'Há rascunhos guardados neste aparelho',
  numberComesLaterShort: 'sai quando for registrado',
  what: 'O que é',
  whom: 'Para quem',
  when: 'Prazo e texto',
  files: 'Arquivos e palavras-chave',
  type: 'Tipo',
  subject: 'Assunto',
  subjectGone: 'O assunto escolhido foi desativado ou excluído. Escolha outro assunto.',
  subjectPlaceholder: 'Escolha um assunto da lista',
  documentTitle: 'Título',
  physicalNumber: 'Nº físico',
  physicalNumberPlaceholder: 'Ofício nº 118/2026',
  outsideWindow: 'Esse documento está fora do prazo padrão de envio. Para enviar, marque como sendo uma exceção.',
  sendAsException: 'Enviar como exceção',
  reason: 'Justificativa',
  sector: 'Setor',
  responsible: 'Responsável',
  sectorRule: 'Ao escolher a pessoa, o setor se ajusta ao dela.',
  limitDate: 'Data limite',
  limitDateRule: 'Hoje ou qualquer data depois. Fim de semana também vale.',
  datePassed: 'A data limite precisa ser hoje ou depois.',
  content: 'Texto',
  contentPlaceholder: 'Escreva o texto do documento',
  fileRule: `${kindNames('ou', MAIN_KINDS)} (também ${kindNames('e', OTHER_KINDS)}), até ${FILE_MAX_TEXT} cada.`,
  attach: 'Escolher arquivo',
  tags: 'Palavras-chave',
  tagsPlaceholder: 'Escreva e tecle Enter',
  send: 'Enviar',
  checking: 'Conferindo os arquivos…',
  draftTitle: 'Há um rascunho guardado neste aparelho',
  continueDraft: 'Continuar rascunho',
  startOver: 'Começar do zero',
  startOverTitle: 'Apagar o rascunho?',
  startOverBody: 'O texto e os arquivos dele serão apagados deste aparelho.',
  erase: 'Apagar',
  keep: 'Manter',
  untitled: 'sem título',
  success: 'Tudo certo! Documento enviado com sucesso.',
  seeDocument: 'Ver documento',
  createAnother: 'Criar outro',
  noSubjects: 'Ainda não há assuntos de documento.',
  noSubjectsNext: 'Todo documento tem um. Crie o primeiro e volte aqui.',
  createSubject: 'Criar assunto',
  notAllowed: 'Você não pode criar documentos. Procure o administrador.',
  correcting:
    'Você está corrigindo um documento que não foi aceito. Ao enviar, ele toma o lugar do anterior, e o que depende dele vai em seguida.',
  draftKept: 'O que você escreveu está guardado.',
} as const;

export const FIELD_WORD = {
  type: 'tipo',
  subject: 'assunto',
  title: 'título',
  physicalNumber: 'número físico',
  exception: 'marcar a exceção',
  organization: 'setor',
  responsible: 'responsável',
  limitDate: 'data limite',
  content: 'texto',
  files: 'arquivo',
} as const;

/** `Janela de envio: dias 20 a 28.` */
export function windowText(window: SubmissionWindow): string {
  if (window === null) return 'Sem janela de envio: qualquer dia do mês vale.';
  const { startDay, endDay } = window;
  return startDay === endDay ? `Janela de envio: dia ${startDay}.` : `Janela de envio: dias ${startDay} a ${endDay}.`;
}

/** `Hoje é dia 19. Setores isentos: DEFCIV.` */
export function windowNote(today: CalendarDay, exempt: readonly string[]): string {
  const day = `Hoje é dia ${dayOfMonth(today)}.`;
  if (exempt.length === 0) return day;
  return `${day} ${exempt.length === 1 ? 'Setor isento' : 'Setores isentos'}: ${joined(exempt)}.`;
}

/**
 * Stands under `Solte para anexar` while files are dragged. It tells only their number, because a
 * browser does not say which files they are before the drop.
 */
export function droppedText(count: number): string {
  return `${count === 1 ? '1 arquivo' : `${count} arquivos`}, até ${FILE_MAX_TEXT} cada. Ficam a lápis até o envio.`;
}

/** `Rascunho salvo neste aparelho às 14:32`. */
export function draftKeptText(savedAtMs: number, zone: string): string {
  return `Rascunho salvo neste aparelho às ${formatTime(savedAtMs, zone)}`;
}

/**
 * The hint under the keywords: how to separate them, how many there are, and how people are
 * mentioned (rules B9, C17).
 */
export function tagsHelp(count: number): string {
  return `Vírgula ou Enter separa. ${count} de ${TAGS_MAX}. Com @ e o nome, a pessoa mencionada passa a ver o documento.`;
}

/**
 * Shown in place of the form while there is no subject, which every document needs, to a person who
 * can't create one. `admins`: names of the Super Admins.
 */
export function beingPreparedText(admins: readonly string[]): string {
  const by = admins.length === 0 ? '' : ` por ${joined(admins)}`;
  return `O Malote está sendo preparado${by}. Assim que houver assuntos, você já pode enviar.`;
}
