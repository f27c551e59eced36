// Words of the models: in Ajuda, on the home and in their management.

import { FILE_MAX_TEXT, kindNames } from '#contract/file-kinds.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { fitsModel, MODEL_EXTENSIONS } from '#domain/files.ts';
import { pickProblem, typeProblem } from '../document/files.ts';
import { formatSize, joined, plural } from '../words/format.ts';

export const MODEL_TYPE_LABEL: Record<ModelRow['type'], string> = { document_model: 'Modelo', flow_model: 'Fluxo' };

export const MODELS = {
  title: 'Gerenciar modelos',
  phoneTitle: 'Modelos',
  create: 'Criar modelo',
  createTitle: 'Criar modelo',
  editTitle: 'Editar modelo',
  search: 'Buscar modelo pelo nome',
  placeholder: 'Nome do modelo',
  loading: 'Carregando modelos',
  nameHead: 'Modelo',
  empty: 'Sem modelos para gerenciar no momento',
  emptyNext: 'Envie um ofício padrão ou um fluxo: ele aparece na Ajuda e no início de quem pode usá-lo.',
  emptyLink: 'Clique aqui para cadastrar',
  noMatch: 'Nenhum modelo encontrado.',
  removeOne: 'Deseja mesmo deletar esse modelo?',
  insteadOfRemove: 'Para só tirar do Início e da Ajuda, desative.',
  created: 'Modelo criado com sucesso',
  edited: 'Modelo editado com sucesso',
  gone: 'Este modelo não existe mais.',
  tabs: 'Tipo de modelo',
  all: 'Todos',
  models: 'Modelos',
  flows: 'Fluxos',
  allSectors: 'Todos os setores',
  sector: 'Setor',
  bothFiles: 'Word e PDF',
  fileType: 'Tipo de arquivo',
  download: 'baixar',
  access: 'Tipo e acesso',
  type: 'Tipo',
  typeChoice: [
    { value: 'document_model', text: 'Modelo de documento', detail: 'Para preencher: ofício, portaria, boletim' },
    { value: 'flow_model', text: 'Fluxo de documentos', detail: 'Para consultar: o passo a passo' },
  ],
  accessNote: 'Modelos e fluxos aparecem no Início e na Ajuda de quem é dos setores escolhidos. Super Admin vê todos.',
  sectors: 'Setores',
  sectorsPlaceholder: 'Escolha os setores',
  sectorsHelp: 'Somente os setores selecionados irão ter acesso a esse modelo.',
  ownSectorOnly: 'Você pode escolher apenas o seu setor.',
  what: 'O que é',
  fileTypePlaceholder: 'Escolha',
  name: 'Nome',
  description: 'Descrição',
  fileTypeNote: 'Os arquivos precisam ser do tipo escolhido. Ao trocar o tipo, os do outro são recusados.',
  files: 'Arquivos',
  filesNote: `Até ${FILE_MAX_TEXT} cada. Ao tocar em Ver, o PDF abre em tamanho de leitura. Word não tem prévia: só o nome, para baixar.`,
  attach: 'Anexar',
  accepted: `${kindNames('e', [...MODEL_EXTENSIONS.pdf, ...MODEL_EXTENSIONS.word])}, até ${FILE_MAX_TEXT} cada`,
  drop: 'ou solte os arquivos aqui',
  goesAlong: 'Vai junto ao salvar',
  waits: 'Na fila',
  leaves: 'Sai ao salvar',
  undo: 'Desfazer',
  view: 'Ver',
  preparing: 'Preparando os arquivos…',
} as const;

/** `1 arquivo · 118 KB`. */
export function filesText(files: readonly { readonly size: number }[]): string {
  const count = plural(files.length, { zero: 'Nenhum arquivo', one: '1 arquivo', other: (n) => `${n} arquivos` });
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return bytes === 0 ? count : `${count} · ${formatSize(bytes)}`;
}

/**
 * The sectors of a model: `SEMOB, DEFCIV e SEHAB`, `SEMOB, DEFCIV e mais 4`, `Todos os setores`.
 */
export function sectorsText(acronyms: readonly string[], activeSectors: number): string {
  if (acronyms.length === 0) return 'Nenhum setor';
  if (activeSectors > 1 && acronyms.length >= activeSectors) return MODELS.allSectors;
  return acronyms.length <= 3 ? joined(acronyms) : `${acronyms.slice(0, 2).join(', ')} e mais ${acronyms.length - 2}`;
}

/** `22 modelos, 21 ativos`. */
export function modelsCount(all: number, active: number): string {
  if (all === 0) return 'Nenhum modelo';
  const models = plural(all, { zero: '', one: '1 modelo', other: (n) => `${n} modelos` });
  return `${models}, ${plural(active, { zero: 'nenhum ativo', one: '1 ativo', other: (n) => `${n} ativos` })}`;
}

export function removeModels(count: number): string {
  return `Deseja mesmo deletar estes ${count} modelos?`;
}

/** The button that downloads the files of the listed models: `Baixar todos (22)`. */
export function downloadAllText(count: number): string {
  return `Baixar todos (${count})`;
}

/** Why files do not go into a model of this type: `Não é Word (DOC, DOCX ou ODT): planta.pdf`. */
export function misfitText(names: readonly string[], type: ModelRow['file_mime_type']): string {
  const wanted = type === 'word' ? `Word (${kindNames('ou', MODEL_EXTENSIONS.word)})` : 'PDF';
  return `${names.length === 1 ? 'Não é' : 'Não são'} ${wanted}: ${joined(names)}`;
}

/**
 * Why a picked file does not go into a model of this type; null when it does. `type`: null while
 * neither the form nor a picked file gives one. `keptAs`: the name of the file by its content.
 */
export function modelFileProblem(
  file: { readonly name: string; readonly size: number; readonly keptAs?: string | undefined },
  type: ModelRow['file_mime_type'] | null,
): string | null {
  const problem = pickProblem(file, MODELS.accepted);
  if (problem !== null) return problem;
  const { name, keptAs = name } = file;
  if (type === null) return typeProblem(name, MODELS.accepted);
  return fitsModel(keptAs, type) ? null : misfitText([keptAs], type);
}

/** How saving changes the files: `Mudou: 1 arquivo novo, 1 que sai`; null when it changes none. */
export function filesChangeText(added: number, removed: number): string | null {
  const parts = [
    ...(added === 0 ? [] : [added === 1 ? '1 arquivo novo' : `${added} arquivos novos`]),
    ...(removed === 0 ? [] : [removed === 1 ? '1 que sai' : `${removed} que saem`]),
  ];
  return parts.length === 0 ? null : `Mudou: ${parts.join(', ')}`;
}

/** What deleting models causes: `3 arquivos deixam de estar no Início e na Ajuda.` */
export function filesLostText(count: number): string {
  return plural(count, {
    zero: '',
    one: '1 arquivo deixa de estar no Início e na Ajuda.',
    other: (n) => `${n} arquivos deixam de estar no Início e na Ajuda.`,
  });
}
