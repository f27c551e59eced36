// Models, flows and alerts of the demonstration.

import { addDays, type CalendarDay } from '#domain/dates.ts';
import type { HolidayKind } from '#domain/holidays.ts';

export type PaperSeed = {
  readonly name: string;
  readonly description: string;
  readonly type: 'document_model' | 'flow_model';
  readonly files: 'word' | 'pdf';
  /** Acronyms of the sectors; absent means every sector. */
  readonly sectors?: readonly string[];
  readonly active?: boolean;
};

const model = (paper: { name: string; files: 'word' | 'pdf'; description: string }): PaperSeed => ({
  ...paper,
  type: 'document_model',
});

export const PAPERS: readonly PaperSeed[] = [
  model({ name: 'Ofício padrão', files: 'word', description: 'Modelo de ofício com cabeçalho, numeração e fecho.' }),
  model({ name: 'Ofício circular', files: 'word', description: 'Ofício enviado a vários setores ao mesmo tempo.' }),
  {
    ...model({
      name: 'Portaria de designação de fiscal de contrato',
      files: 'word',
      description: 'Designa o fiscal e o suplente.',
    }),
    sectors: ['SEMAD', 'DLC', 'GAB'],
  },
  {
    ...model({ name: 'Portaria de nomeação', files: 'word', description: 'Nomeação para cargo em comissão.' }),
    sectors: ['SEMAD', 'GAB'],
  },
  {
    ...model({ name: 'Termo aditivo de prazo', files: 'word', description: 'Prorrogação da vigência do contrato.' }),
    sectors: ['DLC', 'PGM'],
  },
  {
    ...model({
      name: 'Termo de rescisão amigável',
      files: 'word',
      description: 'Encerramento do contrato por acordo.',
    }),
    sectors: ['DLC', 'PGM'],
  },
  {
    ...model({
      name: 'Relatório de vistoria técnica',
      files: 'pdf',
      description: 'Registro de vistoria com fotos e croqui.',
    }),
    sectors: ['SEMOB', 'DEFCIV', 'SEHAB'],
  },
  {
    ...model({ name: 'Boletim de medição', files: 'pdf', description: 'Medição mensal de obra.' }),
    sectors: ['SEMOB', 'SEFAZ'],
  },
  model({ name: 'Requisição de material', files: 'pdf', description: 'Pedido ao almoxarifado.' }),
  model({ name: 'Folha de frequência', files: 'pdf', description: 'Frequência mensal dos servidores.' }),
  model({
    name: 'Justificativa de envio fora do prazo',
    files: 'word',
    description: 'Explica por que o envio é uma exceção.',
  }),
  {
    ...model({
      name: 'Resposta a requerimento da Câmara',
      files: 'word',
      description: 'Resposta do Executivo ao Legislativo.',
    }),
    sectors: ['GAB', 'PGM'],
  },
  ...flows(),
];

function flows(): PaperSeed[] {
  const flow = (name: string, description: string): PaperSeed => ({
    name,
    description,
    type: 'flow_model',
    files: 'pdf',
  });
  return [
    flow('Como tramitar um ofício', 'Do envio à conclusão, em seis passos.'),
    {
      ...flow('Aditivo contratual do pedido à publicação', 'Quem faz o quê, e em que ordem.'),
      sectors: ['DLC', 'PGM', 'SEFAZ'],
    },
    { ...flow('Rescisão contratual passo a passo', 'Da notificação ao distrato.'), sectors: ['DLC', 'PGM'] },
    flow('Atendimento à LAI em 20 dias', 'Prazos e responsáveis do pedido de informação.'),
    { ...flow('Resposta ao Ministério Público', 'Prazo, parecer e assinatura.'), sectors: ['PGM', 'GAB', 'SEMMA'] },
    flow('Férias e licenças', 'Escala, aprovação e registro.'),
    {
      ...flow('Obra na via: SEMOB, SEMTRAN e GCM', 'Interdição, sinalização e apoio.'),
      sectors: ['SEMOB', 'SEMTRAN', 'GCM'],
    },
    {
      ...flow('Vistoria da Defesa Civil em campo', 'O que registrar sem internet e o que fazer ao voltar.'),
      sectors: ['DEFCIV', 'SEHAB'],
    },
    flow('Exceção de prazo: quando usar', 'Critérios e justificativa.'),
    {
      ...flow('Do papel ao sistema: digitalizar no balcão', 'Rotina antiga do Protocolo.'),
      sectors: ['PROT'],
      active: false,
    },
  ];
}

export type AlertSeed = {
  readonly title: string;
  readonly description: string;
  readonly limitDate: CalendarDay;
  readonly active?: boolean;
};

const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** Portuguese name of the month of a day. */
export function monthName(day: CalendarDay): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

type HolidaySeed = {
  readonly day: CalendarDay;
  readonly name: string;
  readonly kind: HolidayKind;
  /** Acronyms of the sectors that work on that day. */
  readonly working: readonly string[];
};

/** The town's own holidays in the year of `today`. */
export function holidaysIn(today: CalendarDay): HolidaySeed[] {
  const year = today.slice(0, 4);
  return [
    { day: `${year}-01-25`, name: 'Aniversário da cidade', kind: 'municipal', working: [] },
    { day: `${year}-06-24`, name: 'São João, padroeiro', kind: 'municipal', working: ['SEMUS', 'DEFCIV'] },
    { day: `${year}-10-28`, name: 'Dia do Servidor', kind: 'optional', working: ['SEMUS', 'DEFCIV'] },
  ];
}

/**
 * Some alerts are past, one is today, one next year. Their months and days follow the day of
 * seeding.
 */
export function alertsOn(today: CalendarDay): readonly AlertSeed[] {
  const year = Number(today.slice(0, 4));
  return [
    {
      title: `Fechamento da folha de ${monthName(today)}`,
      description: 'Enviem a frequência até o dia 5. Depois disso, somente como exceção justificada.',
      limitDate: addDays(today, 4),
    },
    {
      title: 'Prestação de contas de adiantamentos',
      description: 'Processos abertos há mais de 60 dias precisam de resposta do responsável.',
      limitDate: today,
    },
    {
      title: 'Recesso de fim de ano',
      description: 'De 23/12 a 02/01 haverá plantão apenas no Protocolo, SEMUS, GCM e Defesa Civil.',
      limitDate: `${year + 1}-01-02`,
    },
    {
      title: 'Encerramento do exercício',
      description: 'Último dia para solicitar empenho no ano.',
      limitDate: addDays(today, 18),
    },
    {
      title: 'Manutenção do sistema no sábado',
      description: 'Entre 7h e 9h o envio ficará indisponível; o aplicativo guarda e envia depois.',
      limitDate: addDays(today, 9),
    },
    {
      title: 'Audiência pública do orçamento',
      description: 'Setores devem encaminhar suas contribuições à SEPLAN.',
      limitDate: addDays(today, -6),
    },
    {
      title: 'Recadastramento de fiscais de contrato',
      description: 'Conferir portarias vigentes.',
      limitDate: addDays(today, -21),
    },
    {
      title: 'Campanha de arquivamento',
      description: 'Separar o que já pode ir para o Arquivo Público.',
      limitDate: addDays(today, 30),
      active: false,
    },
  ];
}
