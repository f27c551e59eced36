// The subjects of the demonstration's documents: fourteen written by hand, and the words from which
// the others are made.

import type { DocumentType } from '#domain/document-types.ts';
import type { Status } from '#domain/status.ts';

export type DocumentSeed = {
  readonly title: string;
  /** Physical number; `{year}` and `{month}` stand for those of the document's day. */
  readonly paper: string;
  readonly type: DocumentType;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly status: Status;
  readonly exception?: boolean;
  readonly reopened?: boolean;
  readonly tags?: readonly string[];
};

const general = 'general_document' as const;

/** `{month}` in a title stands for the month of the document's day. */
export const TONE: readonly DocumentSeed[] = [
  {
    title: 'Interdição parcial da Rua das Aroeiras para obra de drenagem',
    paper: 'Ofício nº 118/{year}/SEMOB',
    type: general,
    from: 'SEMOB',
    to: 'SEMTRAN',
    subject: 'Sinalização viária e obras na via',
    status: 'pending',
    tags: ['drenagem', 'chuva'],
  },
  {
    title: 'Reforço de sinalização em frente à Escola Monte Azul',
    paper: 'Ofício nº 204/{year}/SEMED',
    type: general,
    from: 'SEMED',
    to: 'SEMTRAN',
    subject: 'Sinalização viária e obras na via',
    status: 'under_review',
    tags: ['trânsito escolar'],
  },
  {
    title: 'Segundo termo aditivo do contrato de transporte escolar',
    paper: 'Ofício nº 077/{year}/DLC',
    type: 'contract_amendment',
    from: 'DLC',
    to: 'PGM',
    subject: 'Aditivo contratual',
    status: 'extended',
    tags: ['aditivo', 'trânsito escolar'],
  },
  {
    title: 'Rescisão amigável do contrato de limpeza predial',
    paper: 'Ofício nº 081/{year}/DLC',
    type: 'termination',
    from: 'DLC',
    to: 'PGM',
    subject: 'Rescisão de contrato',
    status: 'under_review',
    tags: ['urgente'],
  },
  {
    title: 'Portaria de designação de fiscal do contrato 45/{lastYear}',
    paper: 'Portaria nº 042/{year}/SEMAD',
    type: general,
    from: 'SEMAD',
    to: 'GAB',
    subject: 'Nomeação e exoneração',
    status: 'completed',
  },
  {
    title: 'Vistoria em encosta na Vila Esperança após chuva',
    paper: 'Ofício nº 031/{year}/DEFCIV',
    type: general,
    from: 'DEFCIV',
    to: 'SEHAB',
    subject: 'Ocorrência de Defesa Civil',
    status: 'overdue',
    tags: ['chuva', 'urgente'],
  },
  {
    title: 'Resposta ao requerimento da Câmara sobre iluminação',
    paper: 'Ofício nº 160/{year}/GAB',
    type: general,
    from: 'GAB',
    to: 'SEMSUR',
    subject: 'Resposta a requerimento da Câmara',
    status: 'under_review',
    tags: ['câmara'],
  },
  {
    title: 'Medição de {month} da quadra do Jardim Primavera',
    paper: 'Ofício nº 125/{year}/SEMOB',
    type: general,
    from: 'SEMOB',
    to: 'SEFAZ',
    subject: 'Medição de obra e boletim mensal',
    status: 'pending',
    exception: true,
  },
  {
    title: 'Escala de plantão da UBS Central em {nextMonth}',
    paper: 'Ofício nº 310/{year}/SEMUS',
    type: general,
    from: 'SEMUS',
    to: 'SEMAD',
    subject: 'Escala de férias e licenças',
    status: 'completed',
  },
  {
    title: 'Portaria de comissão de inventário patrimonial',
    paper: 'Portaria nº 039/{year}/SEMAD',
    type: general,
    from: 'SEMAD',
    to: 'ARQ',
    subject: 'Nomeação e exoneração',
    status: 'overdue',
    tags: ['patrimônio'],
  },
  {
    title: 'Supressão de árvore com risco de queda na Praça do Ipê',
    paper: 'Ofício nº 066/{year}/SEMMA',
    type: general,
    from: 'SEMMA',
    to: 'SEMSUR',
    subject: 'Poda e supressão de árvore',
    status: 'completed',
    reopened: true,
    tags: ['urgente', 'chuva'],
  },
  {
    title: 'Empenho para compra emergencial de cestas básicas',
    paper: 'Ofício nº 098/{year}/SEMAS',
    type: general,
    from: 'SEMAS',
    to: 'SEFAZ',
    subject: 'Solicitação de empenho',
    status: 'extended',
    exception: true,
    tags: ['urgente'],
  },
  {
    title: 'Informações para inquérito civil sobre descarte irregular',
    paper: 'Ofício nº 071/{year}/SEMMA',
    type: general,
    from: 'SEMMA',
    to: 'PGM',
    subject: 'Resposta ao Ministério Público',
    status: 'extended',
    tags: ['ministério público'],
  },
  {
    title: 'Acesso ao sistema de tributos para novos servidores',
    paper: 'Ofício nº 054/{year}/SEFAZ',
    type: general,
    from: 'SEFAZ',
    to: 'SETIN',
    subject: 'Suporte e acesso a sistemas',
    status: 'completed',
  },
];

export type Theme = { readonly subject: string; readonly openings: readonly string[]; readonly type?: DocumentType };

/** A generated document combines one opening of a theme with one of PLACES. */
export const THEMES: readonly Theme[] = [
  {
    subject: 'Sinalização viária e obras na via',
    openings: ['Recapeamento da via em', 'Pintura de faixa de pedestres em', 'Interdição noturna em'],
  },
  { subject: 'Vistoria técnica', openings: ['Vistoria do telhado em', 'Laudo estrutural em', 'Vistoria elétrica em'] },
  {
    subject: 'Ocorrência de Defesa Civil',
    openings: ['Queda de muro em', 'Alagamento registrado em', 'Isolamento preventivo em'],
  },
  { subject: 'Poda e supressão de árvore', openings: ['Poda de árvores em', 'Remoção de galhos em'] },
  {
    subject: 'Suporte e acesso a sistemas',
    openings: ['Troca de computadores em', 'Ponto de rede em', 'Acesso ao sistema para a equipe de'],
  },
  {
    subject: 'Pedido de acesso à informação (LAI)',
    openings: ['Informações sobre a obra em', 'Dados de atendimento em'],
  },
  {
    subject: 'Resposta a requerimento da Câmara',
    openings: ['Requerimento da Câmara sobre melhorias em', 'Indicação de vereador para'],
  },
  {
    subject: 'Resposta ao Ministério Público',
    openings: ['Esclarecimentos ao Ministério Público sobre', 'Documentos para procedimento sobre'],
  },
  {
    subject: 'Manutenção de prédio público',
    openings: ['Reparo hidráulico em', 'Troca de lâmpadas em', 'Manutenção do portão em'],
  },
  { subject: 'Pedido de material de consumo', openings: ['Material de limpeza para', 'Material de expediente para'] },
  {
    subject: 'Aditivo contratual',
    openings: ['Aditivo de prazo da reforma em', 'Aditivo de valor da obra em'],
    type: 'contract_amendment',
  },
  { subject: 'Rescisão de contrato', openings: ['Distrato do serviço de portaria em'], type: 'termination' },
  { subject: 'Inclusão na pauta do Diário Oficial', openings: ['Publicação do edital de'] },
];

export const PLACES: readonly string[] = [
  'Escola Monte Azul',
  'Escola Pequeno Jequitibá',
  'UBS Central',
  'UBS Jardim Primavera',
  'Praça do Ipê',
  'Rua das Aroeiras',
  'Avenida dos Manacás',
  'Vila Esperança',
  'Terminal do Vale',
  'Mercado Municipal',
  'Ginásio da Serra',
  'Creche Girassol',
  'Parque das Nascentes',
  'Ponte do Córrego Fundo',
  'Centro de Convivência',
  'Biblioteca Cora do Vale',
];

export const TAGS: readonly string[] = [
  'drenagem',
  'trânsito escolar',
  'aditivo',
  'urgente',
  'câmara',
  'ministério público',
  'chuva',
  'patrimônio',
];

export const REPLIES: readonly string[] = [
  'Recebido. Equipe em campo amanhã cedo, encaminho fotos ao final.',
  'Solicito prorrogação por 7 dias: aguardamos o laudo do engenheiro.',
  'Encaminho à PGM para parecer sobre a cláusula terceira.',
  'Segue o relatório assinado. Entendo que pode ser finalizado.',
  'Ciente. Incluímos o pedido na programação da semana.',
  'Falta a assinatura do fiscal na página 3. Podem reenviar?',
  'Equipe esteve no local, serviço concluído hoje pela manhã.',
];

export const BODIES: readonly string[] = [
  '<p>Prezados,</p><p>Encaminhamos o documento em anexo para análise e providências, dentro do prazo indicado.</p><p>Atenciosamente.</p>',
  '<p>Senhor(a) responsável,</p><p>Solicitamos manifestação sobre o assunto, com retorno até a <strong>data limite</strong>.</p>',
  '<h2>Pedido</h2><p>Conforme tratado em reunião, pedimos:</p><ul><li>vistoria no local;</li><li>relatório com fotos;</li><li>indicação de responsável.</li></ul>',
];

export const JUSTIFICATIONS: readonly string[] = [
  'Documento recebido do fornecedor depois do período.',
  'Situação de emergência registrada pela Defesa Civil.',
  'Servidor responsável em licença durante o período de envio.',
];
