// Which buttons each of the seven roles finds on the forms: a new document, and the rows that are
// managed, new and old. Written by hand from rules B2, B4, B8 and B10.

import { expect, test } from 'vitest';
import { type Buttons, CLOSED, expectButtons, ROLE_NAMES, type Screens, VISITS_MS } from './harness/role-buttons.ts';

/** A person whom a manager of another sector does not manage. */
const NOT_MANAGED = ['Ver os usuários'];
const SAVED = ['Salvar', 'Cancelar'];
const NEW_DOCUMENT = [
  // The paper, and then its margin.
  'Escolher arquivo',
  'Escolher fotos',
  'Documento Geral Tipo',
  'Mostrar sugestões Assunto',
  'Mostrar sugestões Responsável',
  'Data limite dd/mm/aaaa',
  'Enviar',
  // What is missing, each with the way to its field; so on every form.
  'assunto',
  'título',
  'número físico',
  'setor',
  'responsável',
  'data limite',
  'texto',
  'arquivo',
];
const NO_SECTOR_EXEMPT = 'Setores isentos (opcional) Nenhum setor isento';

/** What everybody finds, whatever the role. */
const EVERYONE = {
  '/admin/create-documents': CLOSED,
  '/admin/create-document-subjects': CLOSED,
  '/admin/edit-document-subjects/1': CLOSED,
  '/admin/create-models': CLOSED,
  '/admin/edit-model/1': CLOSED,
  '/admin/create-organizations': CLOSED,
  '/admin/edit-organization/1': CLOSED,
  '/admin/create-users': CLOSED,
  // Elias of the own sector, Bia of another, and the own account.
  '/admin/edit-user/11': CLOSED,
  '/admin/edit-user/8': CLOSED,
  '/admin/edit-user/7': CLOSED,
  '/admin/create-alerts': CLOSED,
  '/admin/edit-alert/1': CLOSED,
} as const satisfies Record<string, readonly string[]>;
type Path = keyof typeof EVERYONE;

const CREATES = { '/admin/create-documents': NEW_DOCUMENT };

/** People who keep subjects and alerts. */
const KEEPS = {
  '/admin/create-document-subjects': ['Status: Ativo', NO_SECTOR_EXEMPT, 'Criar', 'Cancelar', 'nome'],
  '/admin/edit-document-subjects/1': ['Status: Ativo', NO_SECTOR_EXEMPT, ...SAVED],
  '/admin/create-alerts': [
    'Data limite dd/mm/aaaa',
    'Status: Ativo',
    'Enviar',
    'Cancelar',
    'título',
    'data limite',
    'descrição',
  ],
  '/admin/edit-alert/1': ['Data limite 23/12/2026', 'Status: Ativo', ...SAVED],
};

const OF_A_PERSON = ['Mostrar senha', 'Status: Ativo', ...SAVED];
/** Super Admins and the managers of a sector. */
const MANAGES = {
  '/admin/edit-model/1': [
    'Setores 1 setor',
    'Tirar Obras · SEMOB',
    'Status: Ativo',
    'Ver: oficio.pdf',
    'Tirar oficio.pdf',
    'Anexar',
    ...SAVED,
  ],
  '/admin/edit-user/11': OF_A_PERSON,
  // The switch of the own account is locked and says why (rule B10).
  '/admin/edit-user/7': OF_A_PERSON,
};

const FOUND: Record<string, Buttons<Path>> = {
  'Super Admin': {
    ...EVERYONE,
    ...CREATES,
    ...KEEPS,
    ...MANAGES,
    // No sector is chosen ahead.
    '/admin/create-models': [
      'Setores Escolha os setores',
      'Status: Ativo',
      'Anexar',
      'Criar',
      'Cancelar',
      'tipo',
      'setor',
      'tipo de arquivo',
      'nome',
      'descrição',
      'arquivo',
    ],
    '/admin/create-organizations': ['Status: Ativo', 'Criar', 'Cancelar', 'nome', 'sigla'],
    '/admin/edit-organization/1': ['Status: Ativo', 'Mostrar sugestões Chefia (opcional)', ...SAVED],
    '/admin/create-users': [
      'Mostrar senha',
      'Status: Ativo',
      'Criar',
      'Cancelar',
      'nome',
      'sobrenome',
      'e-mail',
      'papel',
      'setor',
      'senha',
    ],
    '/admin/edit-user/8': OF_A_PERSON,
  },
  'Gestor de Setor': {
    ...EVERYONE,
    ...CREATES,
    ...MANAGES,
    // The own sector is chosen, for models and for people.
    '/admin/create-models': [
      'Setores 1 setor',
      'Tirar Obras · SEMOB',
      'Status: Ativo',
      'Anexar',
      'Criar',
      'Cancelar',
      'tipo',
      'tipo de arquivo',
      'nome',
      'descrição',
      'arquivo',
    ],
    '/admin/create-users': [
      'Mostrar senha',
      'Status: Ativo',
      'Criar',
      'Cancelar',
      'nome',
      'sobrenome',
      'e-mail',
      'papel',
      'senha',
    ],
    '/admin/edit-user/8': NOT_MANAGED,
  },
  Protocolo: { ...EVERYONE, ...CREATES, ...KEEPS },
  Servidor: { ...EVERYONE, ...CREATES },
  'Servidor de Campo': { ...EVERYONE, ...CREATES },
  'Controle Interno': EVERYONE,
  Consulta: EVERYONE,
};

// The same screen is not opened twice in a row: what stood there before would be taken for it.
const SCREENS: Screens<Path> = {
  '/admin/create-documents': ['Criar documento', ''],
  '/admin/create-document-subjects': ['Criar assunto de documento', ''],
  '/admin/edit-document-subjects/1': ['Editar assunto de documento', ''],
  '/admin/create-models': ['Criar modelo', ''],
  '/admin/edit-model/1': ['Editar modelo', ''],
  '/admin/create-organizations': ['Criar setor', ''],
  '/admin/edit-organization/1': ['Editar setor', ''],
  '/admin/create-users': ['Criar usuário', ''],
  '/admin/edit-user/11': ['Editar usuário', ''],
  '/admin/create-alerts': ['Criar alerta', ''],
  '/admin/edit-user/8': ['Editar usuário', ''],
  '/admin/edit-alert/1': ['Editar alerta', ''],
  '/admin/edit-user/7': ['Editar usuário', ''],
};

test('the table of buttons on the forms names each role that the demonstration has', () => {
  expect(Object.keys(FOUND)).toEqual(ROLE_NAMES);
});

test.each(Object.entries(FOUND))(
  '%s finds these buttons on the forms, and no others',
  (role, found) => expectButtons(role, { screens: SCREENS, found }),
  VISITS_MS,
);
