import type { FirstCount } from '#mirror/questions/first-steps.ts';
import { plural } from '../words/format.ts';

export const STEPS = ['tenant', 'sectors', 'people', 'subjects', 'models', 'calendar', 'document'] as const;
export type StepId = (typeof STEPS)[number];

/** Words of the first steps, the list that a new tenant opens with (S241). */
export const FIRST_STEPS = {
  title: 'Primeiros passos',
  dismiss: 'Dispensar a lista',
  dismissed: 'A lista foi dispensada neste aparelho',
  undo: 'Desfazer',
  skip: 'Pular',
  skipped: 'pulado',
  see: 'Ver',
  edit: 'Editar',
  importSheet: 'Importar planilha',
  sheetOfToday: 'Baixar planilha modelo',
  missing: 'Falta:',
  pencilTitle: 'A lápis e a tinta',
  pencilMeans: 'A lápis: ainda falta',
  inkMeans: 'A tinta: está feito',
  pencil:
    'É assim em todo o Malote. O que só existe no aparelho fica tracejado; o que o servidor registrou fica firme.',
  helpTitle: 'Chame mais alguém',
  help: 'Outro Super Admin vê a mesma lista e pode fazer qualquer passo.',
  helpAct: 'Convidar outro Super Admin',
  othersTitle: 'O que os outros veem hoje',
  others: 'Quem abre “Criar documento” antes dos assuntos lê que o Malote está sendo preparado, e por quem.',
} as const;

type StepWords = {
  readonly title: string;
  readonly text: string;
  /** The text of the link that begins the step. */
  readonly act: string;
  /** Shown while the step has no rows yet. */
  readonly none?: string;
};

export const STEP_WORDS: Readonly<Record<StepId, StepWords>> = {
  tenant: {
    title: 'Organização e logo',
    text: 'O nome, a sigla e o brasão aparecem no menu, nos números dos documentos e no papel.',
    act: 'Enviar o brasão',
  },
  sectors: {
    title: 'Setores',
    text: 'Secretarias e departamentos. Cada pessoa fica em um setor, e cada documento vai para um.',
    act: 'Criar setor',
  },
  people: {
    title: 'Pessoas',
    text: 'Uma linha por pessoa, com setor e papel. Cada uma recebe um convite por e-mail ou um papel com um código: ninguém precisa saber a senha de ninguém.',
    act: 'Criar usuário',
    none: 'por enquanto, só você',
  },
  subjects: {
    title: 'Assuntos e dias de envio',
    text: 'Medição, férias, aditivo… Um assunto pode ter os dias do mês em que se envia.',
    act: 'Criar assunto',
  },
  models: {
    title: 'Modelos e fluxos',
    text: 'Ofício padrão, portaria, termo aditivo. Pode ficar para depois.',
    act: 'Enviar modelo',
  },
  calendar: {
    title: 'Calendário',
    text: 'Os feriados nacionais já estão lá. Faltam os da cidade e os pontos facultativos.',
    act: 'Abrir',
  },
  document: {
    title: 'Primeiro documento',
    text: 'Envie o primeiro. Quem recebe o vê no início e nos avisos.',
    act: 'Criar documento',
  },
};

/** What is missing for the first document, as words of links. */
export const NEEDED = { sectors: 'setores', people: 'pessoas', subjects: 'assuntos' } as const;
export type Needed = keyof typeof NEEDED;

const COUNTED: Readonly<Record<Exclude<StepId, 'tenant'>, readonly [string, string]>> = {
  sectors: ['1 setor', 'setores'],
  people: ['1 pessoa além de você', 'pessoas além de você'],
  subjects: ['1 assunto', 'assuntos'],
  models: ['1 modelo', 'modelos'],
  calendar: ['1 dia anotado', 'dias anotados'],
  document: ['1 documento enviado', 'documentos enviados'],
};

/** `27 setores`. */
export function stepCountText(step: Exclude<StepId, 'tenant'>, { here }: FirstCount): string {
  const [one, other] = COUNTED[step];
  return plural(here, { zero: '', one, other: (n) => `${n} ${other}` });
}

/** `1 à espera de envio`; null where nothing waits. */
export function waitingText({ waiting }: FirstCount): string | null {
  return waiting === 0 ? null : `${waiting} à espera de envio`;
}

/** `2 de 7 feitos`. */
export function stepsDoneText(done: number, all: number): string {
  return `${done} de ${all} ${done === 1 ? 'feito' : 'feitos'}`;
}
