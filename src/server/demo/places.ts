// Sectors and subjects of the demonstration. Everything here is invented.

export type SectorSeed = { readonly name: string; readonly acronym: string; readonly active?: boolean };

export const SECTORS: readonly SectorSeed[] = [
  { name: 'Gabinete do Prefeito', acronym: 'GAB' },
  { name: 'Procuradoria-Geral do Município', acronym: 'PGM' },
  { name: 'Controladoria-Geral do Município', acronym: 'CGM' },
  { name: 'Secretaria Municipal de Administração', acronym: 'SEMAD' },
  { name: 'Secretaria Municipal da Fazenda', acronym: 'SEFAZ' },
  { name: 'Secretaria Municipal de Planejamento e Orçamento', acronym: 'SEPLAN' },
  { name: 'Secretaria Municipal de Educação', acronym: 'SEMED' },
  { name: 'Secretaria Municipal de Saúde', acronym: 'SEMUS' },
  { name: 'Secretaria Municipal de Assistência Social', acronym: 'SEMAS' },
  { name: 'Secretaria Municipal de Obras e Infraestrutura', acronym: 'SEMOB' },
  { name: 'Secretaria Municipal de Serviços Urbanos', acronym: 'SEMSUR' },
  { name: 'Secretaria Municipal de Trânsito e Segurança Viária', acronym: 'SEMTRAN' },
  { name: 'Secretaria Municipal de Meio Ambiente', acronym: 'SEMMA' },
  { name: 'Secretaria Municipal de Habitação', acronym: 'SEHAB' },
  { name: 'Secretaria Municipal de Cultura e Turismo', acronym: 'SECULT' },
  { name: 'Secretaria Municipal de Esporte e Lazer', acronym: 'SEMEL' },
  { name: 'Secretaria Municipal de Desenvolvimento Econômico', acronym: 'SEDEC' },
  { name: 'Secretaria Municipal de Agricultura e Abastecimento', acronym: 'SEMAGRI' },
  { name: 'Secretaria Municipal de Comunicação', acronym: 'SECOM' },
  { name: 'Secretaria Municipal de Tecnologia e Inovação', acronym: 'SETIN' },
  { name: 'Guarda Civil Municipal', acronym: 'GCM' },
  { name: 'Defesa Civil Municipal', acronym: 'DEFCIV' },
  { name: 'Ouvidoria-Geral', acronym: 'OUVI' },
  { name: 'Protocolo Geral', acronym: 'PROT' },
  { name: 'Arquivo Público Municipal', acronym: 'ARQ' },
  { name: 'Departamento de Licitações e Contratos', acronym: 'DLC' },
  { name: 'Instituto de Previdência Municipal', acronym: 'IPREVI', active: false },
];

export type SubjectSeed = {
  readonly name: string;
  /** First and last day of the month; absent means no window. */
  readonly window?: readonly [number, number];
  /** Acronyms of exempt sectors. */
  readonly exempt?: readonly string[];
  readonly active?: boolean;
};

export const SUBJECTS: readonly SubjectSeed[] = [
  { name: 'Folha de frequência mensal', window: [1, 5], exempt: ['SEMUS', 'GCM'] },
  { name: 'Prestação de contas de adiantamento', window: [1, 10] },
  { name: 'Medição de obra e boletim mensal', window: [20, 28], exempt: ['DEFCIV'] },
  { name: 'Solicitação de empenho', window: [5, 20], exempt: ['SEMUS'] },
  { name: 'Pedido de material de consumo', window: [10, 15], exempt: ['SEMED'] },
  { name: 'Relatório de gestão fiscal (subsídios)', window: [1, 12] },
  { name: 'Escala de férias e licenças', window: [15, 25], exempt: ['GCM'] },
  { name: 'Inclusão na pauta do Diário Oficial', window: [1, 31] },
  { name: 'Aditivo contratual', window: [1, 20], exempt: ['PGM', 'DLC'] },
  { name: 'Rescisão de contrato' },
  { name: 'Nomeação e exoneração' },
  { name: 'Sinalização viária e obras na via' },
  { name: 'Resposta ao Ministério Público' },
  { name: 'Resposta a requerimento da Câmara' },
  { name: 'Pedido de acesso à informação (LAI)' },
  { name: 'Poda e supressão de árvore' },
  { name: 'Vistoria técnica' },
  { name: 'Ocorrência de Defesa Civil' },
  { name: 'Manutenção de prédio público', window: [1, 15], exempt: ['SEMED', 'SEMUS'] },
  { name: 'Suporte e acesso a sistemas' },
  { name: 'Fechamento contábil do mês', window: [28, 31] },
  { name: 'Censo patrimonial', window: [1, 31], active: false },
];
