// Which buttons each of the seven roles finds on the lists: documents, search, rows of management,
// people and alerts. Written by hand from rules B2, B3, B4, B5, B8 and B10; the screens are
// rendered over a mirror of a person with that role. Forms, own screens and documents have a file
// each. Menu entries and addresses are in src/app/profile/roles.test.ts.

import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { names, seesText } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import {
  type Buttons,
  CLOSED,
  DOCUMENT,
  EXCEPTION,
  expectButtons,
  ROLE_NAMES,
  type Screens,
  TITLE,
  VISITS_MS,
} from './harness/role-buttons.ts';
import { openTown } from './harness/town.ts';

const DOCUMENTS = [
  DOCUMENT,
  buildDocumentRow({ id: 2, number: 2, title: EXCEPTION, responsibles: [PEOPLE.bia], is_exception: true }),
];

const FOR_MANY = ['Imprimir', 'Baixar anexos', 'Transferir'];
const ROWS_OF_DOCUMENTS = [`Ver ${EXCEPTION}`, `Ver ${TITLE}`, ...FOR_MANY];

/** What everybody finds, whatever the role. */
const EVERYONE = {
  '/admin/manage-documents': ['Buscas salvas', 'Imprimir lista', ...ROWS_OF_DOCUMENTS],
  '/admin/exceptions-documents': ['Buscas salvas', 'Imprimir lista', `Ver ${EXCEPTION}`, ...FOR_MANY],
  '/admin/results/interdi%C3%A7%C3%A3o': ['Salvar esta busca', 'Documentos 2', 'Setores 0', 'Usuários 0'],
  '/admin/manage-document-subjects': CLOSED,
  '/admin/manage-models': CLOSED,
  '/admin/manage-organizations': CLOSED,
  '/admin/manage-users': CLOSED,
  '/admin/users': [],
  '/admin/manage-alerts': CLOSED,
  '/admin/alerts': [],
  '/admin/calendar': CLOSED,
} as const satisfies Record<string, readonly string[]>;
type Path = keyof typeof EVERYONE;

/** People who keep the calendar. */
const KEEPS_CALENDAR = {
  '/admin/calendar': [
    'Imprimir',
    'Novo dia',
    'Ano anterior',
    'Ano seguinte',
    'Copiar de 2025',
    'Ajustar Carnaval, 16/02',
    'Ajustar Carnaval, 17/02',
    'Ajustar Corpus Christi, 04/06',
  ],
};

/** People who create documents. */
const CREATES = {
  '/admin/manage-documents': ['Criar documento', 'Buscas salvas', 'Imprimir lista', ...ROWS_OF_DOCUMENTS],
  '/admin/exceptions-documents': [
    'Criar documento',
    'Buscas salvas',
    'Imprimir lista',
    `Ver ${EXCEPTION}`,
    ...FOR_MANY,
  ],
};

const FOUND: Record<string, Buttons<Path>> = {
  'Super Admin': {
    ...EVERYONE,
    ...KEEPS_CALENDAR,
    '/admin/manage-documents': [
      'Criar documento',
      'Administrador 2',
      'Outros setores 0',
      'Buscas salvas',
      'Imprimir lista',
      ...ROWS_OF_DOCUMENTS,
    ],
    '/admin/exceptions-documents': [
      'Criar documento',
      'Administrador 1',
      'Outros setores 0',
      'Buscas salvas',
      'Imprimir lista',
      `Ver ${EXCEPTION}`,
      ...FOR_MANY,
    ],
    '/admin/manage-document-subjects': [
      'Criar assunto',
      'Sinalização viária: Ativo',
      'Editar Sinalização viária',
      'Deletar Sinalização viária',
      'Ativar todos',
      'Desativar todos',
      'Deletar todos',
    ],
    '/admin/manage-models': [
      'Criar modelo',
      'Todos 1',
      'Modelos 1',
      'Fluxos 0',
      'Baixar todos (1)',
      'baixar: Ofício padrão',
      'Ofício padrão: Ativo',
      'Editar Ofício padrão',
      'Deletar Ofício padrão',
      'Ativar todos',
      'Desativar todos',
      'Deletar todos',
    ],
    '/admin/manage-organizations': [
      'Importar planilha',
      'Criar setor',
      'Arquivo: Ativo',
      'Editar Arquivo',
      'Deletar Arquivo',
      'Obras: Ativo',
      'Editar Obras',
      'Deletar Obras',
      'Trânsito: Ativo',
      'Editar Trânsito',
      'Deletar Trânsito',
      'Ativar todos',
      'Desativar todos',
      'Deletar todos',
    ],
    // Everybody of the tenant; the own account is neither switched off nor deleted.
    '/admin/manage-users': [
      'Importar planilha',
      'Criar usuário',
      'Caio Porto: Ativo',
      'Editar Caio Porto',
      'Deletar Caio Porto',
      'Editar Ana Lima',
      'Elias Rocha: Ativo',
      'Editar Elias Rocha',
      'Deletar Elias Rocha',
      'Bia Souza: Ativo',
      'Editar Bia Souza',
      'Deletar Bia Souza',
      'Davi Nunes: Ativo',
      'Editar Davi Nunes',
      'Deletar Davi Nunes',
      'Ativar todos',
      'Desativar todos',
      'Deletar todos',
    ],
    '/admin/manage-alerts': [
      'Criar alerta',
      'Recesso de fim de ano: Ativo',
      'Editar Recesso de fim de ano',
      'Deletar Recesso de fim de ano',
      'Ativar todos',
      'Desativar todos',
      'Deletar todos',
    ],
  },
  'Gestor de Setor': {
    ...EVERYONE,
    ...CREATES,
    '/admin/manage-document-subjects': [],
    '/admin/manage-models': [
      'Criar modelo',
      'Todos 1',
      'Modelos 1',
      'Fluxos 0',
      'Baixar todos (1)',
      'baixar: Ofício padrão',
      'Ofício padrão: Ativo',
      'Editar Ofício padrão',
      'Ativar todos',
      'Desativar todos',
    ],
    // Only people of the own sector.
    '/admin/manage-users': [
      'Importar planilha',
      'Criar usuário',
      'Editar Ana Lima',
      'Elias Rocha: Ativo',
      'Editar Elias Rocha',
      'Ativar todos',
      'Desativar todos',
    ],
  },
  Protocolo: {
    ...EVERYONE,
    ...KEEPS_CALENDAR,
    ...CREATES,
    '/admin/manage-document-subjects': [
      'Criar assunto',
      'Sinalização viária: Ativo',
      'Editar Sinalização viária',
      'Ativar todos',
      'Desativar todos',
    ],
    '/admin/manage-alerts': [
      'Criar alerta',
      'Recesso de fim de ano: Ativo',
      'Editar Recesso de fim de ano',
      'Ativar todos',
      'Desativar todos',
    ],
  },
  Servidor: { ...EVERYONE, ...CREATES },
  'Servidor de Campo': { ...EVERYONE, ...CREATES, '/admin/users': CLOSED },
  'Controle Interno': { ...EVERYONE, '/admin/manage-document-subjects': [] },
  Consulta: { ...EVERYONE },
};

const SCREENS: Screens<Path> = {
  '/admin/manage-documents': ['Gerenciar documentos', TITLE],
  '/admin/exceptions-documents': ['Exceções', EXCEPTION],
  '/admin/results/interdi%C3%A7%C3%A3o': ['Busca', TITLE],
  '/admin/manage-document-subjects': ['Gerenciar assuntos de documento', 'Sinalização viária'],
  '/admin/manage-models': ['Gerenciar modelos', 'Ofício padrão'],
  '/admin/manage-organizations': ['Gerenciar setores', 'Arquivo'],
  '/admin/manage-users': ['Gerenciar usuários', 'Elias Rocha'],
  '/admin/users': ['Usuários', 'Elias Rocha'],
  '/admin/manage-alerts': ['Gerenciar alertas', 'Recesso de fim de ano'],
  '/admin/alerts': ['Alertas', 'Recesso de fim de ano'],
  '/admin/calendar': ['Calendário', 'Corpus Christi'],
};

test('the table of buttons on the lists names each role that the demonstration has', () => {
  expect(Object.keys(FOUND)).toEqual(ROLE_NAMES);
});

test.each(Object.entries(FOUND))(
  '%s finds these buttons on the lists, and no others',
  (role, found) => expectButtons(role, { screens: SCREENS, found, documents: DOCUMENTS }),
  VISITS_MS,
);

test.each(['desk', 'phone'] as const)(
  'subjects that a role only reads have no tick boxes and no "Selecionar" on a %s',
  async (width) => {
    const mirror = await openTown('Controle Interno');
    await openScreen({ mirror, path: '/admin/manage-document-subjects', width });
    await seesText('Sinalização viária');
    expect(names('checkbox')).toEqual([]);
    expect(names('button').filter((name) => name.startsWith('Selecionar'))).toEqual([]);
  },
);
