import type { QuestionId } from './help-about.ts';

/** Words of the help (rule J1). */
export const HELP = {
  title: 'Ajuda',
  models: 'Modelos',
  flows: 'Fluxos',
  search: 'Buscar modelo pelo nome',
  placeholder: 'Nome do modelo',
  noModels: 'Sem modelos por aqui.',
  noFlows: 'Sem fluxos por aqui.',
  next: {
    writer: 'Envie um arquivo em Modelos, e ele aparece aqui para os setores que você escolher.',
    reader: 'Quando houver modelos para o seu setor, eles aparecem aqui e no início.',
  },
  create: 'Criar modelo',
  noMatch: 'Nada com esse nome.',
  noMatchNext: 'Limpe a busca para ver todos, ou procure outra parte do nome.',
  loading: 'Carregando modelos',
  description: 'Descrição',
  tabs: 'Partes da ajuda',
} as const;

// The questions of a newcomer and their answers. They are part of the application, so that they
// open without a network.

type Question = {
  readonly title: string;
  /**
   * The paragraphs of the answer. `office`: the public body as a sentence names it, `a Prefeitura`.
   */
  readonly answer: (office: string) => readonly string[];
  /** Words, beside those of title and answer, by which the search of Ajuda finds the question. */
  readonly words: string;
  /** Leads to the screen that the answer is about. `waiting` adds how many items wait there. */
  readonly link: { readonly text: string; readonly href: string; readonly count?: 'waiting' };
};

/** `a Prefeitura`, `a Câmara`; `a organização` where the tenant's name says neither. */
export function officeOf(kind: 'Prefeitura' | 'Câmara' | null): string {
  return kind === null ? 'a organização' : `a ${kind}`;
}

export const QUESTIONS: Readonly<Record<QuestionId, Question>> = {
  lapis: {
    title: 'O que é a lápis e o que é a tinta?',
    answer: (office) => [
      `A lápis (tracejado, com relógio): está só neste aparelho. A tinta (traço cheio): ${office} recebeu, com número e hora.`,
      'O lápis vira tinta sozinho, quando há internet.',
    ],
    words: 'tracejado relógio fila registrado cinza pendente de envio',
    link: { text: 'Ver o que está a lápis agora', href: '/admin/outbox', count: 'waiting' },
  },
  resposta: {
    title: 'Onde está a minha resposta?',
    answer: () => [
      'No próprio documento, abaixo das outras mensagens. Enquanto está a lápis, só você a vê.',
      'O que ainda não foi enviado está também em Pendências de envio, com o motivo da espera.',
    ],
    words: 'cadê sumiu perdi mensagem enviada não aparece',
    link: { text: 'Ver as pendências de envio', href: '/admin/outbox', count: 'waiting' },
  },
  chegou: {
    title: 'Como sei que um envio chegou?',
    answer: () => [
      'Quando ele está a tinta, o servidor registrou. Abaixo da sua mensagem, “Comprovante” prova isso a qualquer pessoa.',
      'Alguns servidores não confirmam cada envio e não dão comprovante. Neles, o Malote olha se o envio está lá antes de o dar por registrado ou de enviar de novo. Se não dá para saber, o item fica em Pendências: confira no servidor e escolha “Enviar de novo” ou “Descartar”.',
    ],
    words: 'comprovante confirmação registrado recebido prova protocolo enviar de novo duas vezes repetido servidor',
    link: { text: 'Ver as pendências de envio', href: '/admin/outbox', count: 'waiting' },
  },
  situacoes: {
    title: 'O que quer dizer Pendente, Tramitando, Em atraso?',
    answer: () => ['A situação diz em que ponto o documento está. Toque no carimbo de um documento para lê-la ali.'],
    words: 'status situação finalizado prorrogado enviados carimbo cor',
    link: { text: 'Ver os documentos', href: '/admin/manage-documents' },
  },
  prorrogar: {
    title: 'Como peço mais prazo (Prorrogar)?',
    answer: () => [
      'Abra o documento, escolha Prorrogar e a nova data limite. Ela é sempre depois da atual.',
      'Prorroga quem criou o documento ou está com ele, antes do vencimento. Depois de vencido é preciso reabrir, com nova data.',
    ],
    words: 'prazo data limite adiar vencimento atraso reabrir mais tempo',
    link: { text: 'Ver os documentos', href: '/admin/manage-documents' },
  },
  excecao: {
    title: 'O que é exceção e quando usar?',
    answer: () => [
      'Alguns assuntos só podem ser enviados em certos dias do mês. Fora deles, marque “Enviar como exceção” e, se quiser, diga por quê.',
      'O documento segue normalmente, com o carimbo de exceção.',
    ],
    words: 'fora do prazo janela dia de envio justificativa',
    link: { text: 'Ver os documentos enviados como exceção', href: '/admin/exceptions-documents' },
  },
  camera: {
    title: 'Como envio um papel pela câmera?',
    answer: () => [
      'Ao criar ou responder, escolha “Tirar foto” e fotografe cada página sobre fundo escuro.',
      'As páginas viram um PDF neste aparelho, também sem internet.',
    ],
    words: 'foto fotografar digitalizar escanear imagem pdf anexo celular',
    link: { text: 'Criar documento', href: '/admin/create-documents' },
  },
  'sem-internet': {
    title: 'O que posso fazer sem internet?',
    answer: () => [
      'Ler o que está neste aparelho, criar, responder, transferir, concluir e reabrir. Tudo fica guardado e vai sozinho depois.',
      'Entrar, mudar senha ou papel e abrir um arquivo que não está aqui precisam de internet.',
      'Para quem vê mais de 20.000 documentos, ficam no aparelho os em aberto e os dos últimos dois anos. Os mais antigos vêm por Buscar no servidor, ao fim da lista ou da busca.',
    ],
    words: 'offline sem conexão sem sinal wi-fi avião guardado antigos servidor arquivo',
    link: { text: 'Ver os dados neste aparelho', href: '/admin/device' },
  },
  'qual-usar': {
    title: 'Transferir, responder, concluir: qual usar?',
    answer: () => [
      'Responder: escreve no documento, que continua com quem está. Transferir: passa o documento para outra pessoa ou setor.',
      'Concluir: o documento fica Finalizado. Para escrever de novo nele, é preciso reabrir.',
    ],
    words: 'encaminhar passar finalizar encerrar reabrir despachar mandar',
    link: { text: 'Ver os documentos', href: '/admin/manage-documents' },
  },
  mudou: {
    title: 'O documento mudou enquanto eu escrevia. E agora?',
    answer: () => [
      'O que você escreveu está guardado. Em Pendências, o item mostra as duas versões e você escolhe o que fazer.',
      'Nada é sobrescrito sem a sua decisão.',
    ],
    words: 'conflito duas versões decidir outra pessoa transferiu antes',
    link: { text: 'Ver o que precisa de você', href: '/admin/outbox' },
  },
  sair: {
    title: 'Posso sair com algo por enviar?',
    answer: () => [
      'Pode. Ao sair, o Malote diz quantos itens faltam, e eles ficam fechados neste aparelho até você entrar aqui de novo. Onde o servidor não tem a chave que os fecha, é preciso enviar ou descartar antes.',
      'Em aparelho de outras pessoas, espere a pílula dizer “Tudo enviado” antes de sair.',
    ],
    words: 'desconectar logout fechar trocar de pessoa tablet compartilhado perder',
    link: { text: 'Ver o que falta enviar', href: '/admin/outbox', count: 'waiting' },
  },
};

export const HELP_QUESTIONS = {
  tab: 'Perguntas',
  search: 'Buscar uma pergunta',
  placeholder: 'O que você procura?',
  offline: 'Abre também sem internet',
  noMatch: 'Nenhuma pergunta com essas palavras.',
  noMatchDetail: 'Tente uma palavra só, como prazo, foto ou resposta.',
  queued: 'Na fila',
  registered: 'Registrado',
  example: 'O desvio está confirmado.',
  turnsInto: 'vira',
} as const;

/** `Não achou? Ligue para (00) 3344-0190 ou escreva para suporte@example.test.` */
export function contactSentence({ phone, email }: { phone: string; email: string }): string {
  const ways = [phone === '' ? null : `ligue para ${phone}`, email === '' ? null : `escreva para ${email}`];
  const said = ways.filter((way) => way !== null).join(' ou ');
  if (said === '') return 'Não achou? Pergunte a quem cuida do Malote na sua organização.';
  return `Não achou? ${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
