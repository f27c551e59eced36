// Which buttons each of the seven roles finds on each screen. Written by hand from rules B2, B3, B4, B5, B8 and B10; the screens are
// rendered over a mirror of a person with that role. Menu entries and addresses are in src/app/profile/roles.test.ts.

import { ROLES } from '#server/demo/places.ts';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const TITLE = 'Interdição da rua';
/** Made by Ana, who is logged in; Bia is its responsible. */
const DOCUMENT = buildDocumentRow({ title: TITLE, responsibles: [PEOPLE.bia] });

/** What only looks for, sorts or narrows, goes back, ticks or formats: every role that opens the screen has it. */
const NO_ACT = [
  /^(Voltar|Buscar|Limpar busca|Criados entre|Filtros|Vencimento|Mais opções|Perfil \([A-Z]{2}\)|Avisos|Ver todos|Limpar seleção)$/,
  /^(Prazos na agenda|Ajuda: .*)$/,
  /^(Selecionar|Ordenar|Ver mais|Mais opções de|Dispensar)\b/,
  /(Status|Setor|Papel|Tipo de arquivo)$/,
  /: (anteriores|próximos)$/,
  // A chip of deadlines with its count.
  /^(Atrasados|Hoje|Esta semana|10 dias) \d+$/,
  /^(Título 2|Nível do título: Texto|Editor simples|Fonte: Inter|Negrito|Itálico|Sublinhado|Tachado|Lista .*|Link|Desfazer|Refazer)$/,
  // A tile of the home with its count, and a status, which is pressed to read what it means.
  /^(?:\d+ )?(Enviados|Pendente|Tramitando|Prorrogado|Em atraso|Finalizado|Ativo)$/,
  new RegExp(`^${TITLE}$`),
];
const CONTROLS = ['button', 'link', 'switch', 'tab'];

/** The names of the controls in the main region that do something, in the order of the page. */
function acts(): string[] {
  const main = document.querySelector('main');
  if (main === null) return [];
  const found = CONTROLS.flatMap((role) => all(role, main));
  const inOrder = found.toSorted((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1));
  return inOrder.map(nameOf).filter((name) => !NO_ACT.some((pattern) => pattern.test(name)));
}

/** A screen without its permission names what is missing and whom to ask; there is nothing to press but this. */
const CLOSED = ['Copiar pedido', 'Ir para o início', 'Conferir de novo'];

const DIRECTORY: string[] = [];
const MODEL_TO_READ = ['baixar: Ofício padrão', 'Ver: Ofício padrão'];
const OWN_DOCUMENT = [
  'Transferir',
  'Concluir',
  'Anexar arquivos',
  'Fotografar ou escolher fotos',
  'Mostrar sugestões Transferir para',
  'Data limite 27/11/2026',
  'Limpar Data limite',
  'Responder',
  'Prorrogar o prazo',
];
const ON_DEVICE = [
  'Alto contraste',
  'Receber avisos neste aparelho',
  'Tocar um som quando chegar um aviso',
  'Atalhos de teclado',
  'Ver os atalhos',
  'Dados neste aparelho',
  'Pendências de envio Tudo enviado',
  'Sair',
];
const OWN_PROFILE = ['Cadastro', 'Senha', 'Escolher foto', 'Salvar', ...ON_DEVICE];

/** What everybody finds, whatever the role. */
const EVERYONE = {
  '/admin/home': MODEL_TO_READ,
  '/admin/manage-documents': ['Buscas salvas', `Ver ${TITLE}`, 'Imprimir', 'Baixar anexos', 'Transferir'],
  '/admin/view-document/1': OWN_DOCUMENT,
  '/admin/manage-document-subjects': CLOSED,
  '/admin/manage-models': CLOSED,
  '/admin/manage-organizations': CLOSED,
  '/admin/manage-users': CLOSED,
  '/admin/users': DIRECTORY,
  '/admin/manage-alerts': CLOSED,
  '/admin/alerts': [],
  '/admin/help?aba=modelos': ['Perguntas', 'Modelos', 'Fluxos', ...MODEL_TO_READ],
  '/admin/profile': OWN_PROFILE,
} as const satisfies Record<string, readonly string[]>;
type Path = keyof typeof EVERYONE;

/** People who create documents. */
const CREATES = {
  '/admin/home': [...MODEL_TO_READ, 'Criar documento'],
  '/admin/manage-documents': [
    'Criar documento',
    'Buscas salvas',
    `Ver ${TITLE}`,
    'Imprimir',
    'Baixar anexos',
    'Transferir',
  ],
};

const FOUND: Record<string, Record<Path, readonly string[]>> = {
  'Super Admin': {
    ...EVERYONE,
    ...CREATES,
    '/admin/manage-documents': [
      'Criar documento',
      'Administrador 1',
      'Outros setores 0',
      'Buscas salvas',
      `Ver ${TITLE}`,
      'Imprimir',
      'Baixar anexos',
      'Transferir',
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
    '/admin/profile': [
      'Administrador',
      'Organização',
      'Escolher foto',
      'Mostrar senha',
      'Mostrar senha',
      'Salvar',
      ...ON_DEVICE,
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

/** What stands on the screen once it is there, and the row that is ticked to see the bar for many. */
const ROWS: Record<Path, string> = {
  '/admin/home': 'Ofício padrão',
  '/admin/manage-documents': TITLE,
  '/admin/view-document/1': 'Solicito a interdição.',
  '/admin/manage-document-subjects': 'Sinalização viária',
  '/admin/manage-models': 'Ofício padrão',
  '/admin/manage-organizations': 'Arquivo',
  '/admin/manage-users': 'Elias Rocha',
  '/admin/users': 'Elias Rocha',
  '/admin/manage-alerts': 'Recesso de fim de ano',
  '/admin/alerts': 'Recesso de fim de ano',
  '/admin/help?aba=modelos': 'Ofício padrão',
  '/admin/profile': 'Ana Lima',
};

const cases = Object.entries(FOUND).flatMap(([role, screens]) =>
  Object.entries(screens).map(([path, expected]) => ({ role, path: path as Path, expected })),
);

test('the table of buttons names each role that the demonstration has', () => {
  expect(Object.keys(FOUND)).toEqual(Object.keys(ROLES));
});

test.each(cases)('$role finds these buttons on $path: $expected', async ({ role, path, expected }) => {
  await openScreen({ mirror: await openTown(role, [DOCUMENT]), path });
  if (expected !== CLOSED) {
    await seesText(ROWS[path]);
    const tick = `Selecionar ${ROWS[path]}`;
    if (names('checkbox').includes(tick)) {
      await press('checkbox', tick);
      await seesText('1 item foi selecionado');
    }
  }
  await until(() => expect(acts()).toEqual(expected));
});

const LATE = '2026-11-19';
const { ana, bia, caio } = PEOPLE;
const facts = DOCUMENT.facts;
const of = (id: number, title: string, overrides: Partial<typeof DOCUMENT>) =>
  buildDocumentRow({ id, number: id, title, created_by: bia.id, creator: bia, responsibles: [caio], ...overrides });
const completed = { stored_status: 'completed', status: 'completed' } as const;

/** What can't be pressed says why (rule A3). */
const LATE_COMPLETION = 'Concluir Em atraso: reabra com nova data limite para concluir';

/** Documents by what Ana is to them, and the entries of their menu. */
const MENUS = [
  [
    of(1, 'Enviado por Ana', { created_by: ana.id, creator: ana }),
    ['Concluir', 'Transferir', 'Prorrogar 27/11/2026', 'Baixar anexo 1 arquivo'],
  ],
  [
    of(2, 'Com Ana', { responsibles: [ana], facts: { ...facts, responsible_ids_ever: [ana.id] } }),
    ['Concluir', 'Transferir', 'Prorrogar 27/11/2026', 'Baixar anexo 1 arquivo'],
  ],
  [
    of(3, 'Já foi de Ana', { facts: { ...facts, responsible_ids_ever: [ana.id, caio.id] } }),
    ['Transferir', 'Baixar anexo 1 arquivo'],
  ],
  [of(4, 'Do setor de Ana', {}), ['Baixar anexo 1 arquivo']],
  [
    of(5, 'Em atraso, enviado por Ana', { created_by: ana.id, creator: ana, limit_date: LATE }),
    [LATE_COMPLETION, 'Transferir', 'Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [
    of(6, 'Em atraso, com Ana', {
      responsibles: [ana],
      limit_date: LATE,
      facts: { ...facts, responsible_ids_ever: [ana.id] },
    }),
    [LATE_COMPLETION, 'Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [of(7, 'Em atraso, do setor', { limit_date: LATE }), ['Baixar anexo 1 arquivo']],
  [
    of(8, 'Finalizado, com Ana', { ...completed, responsibles: [ana] }),
    ['Transferir', 'Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [
    of(9, 'Finalizado por Ana', { ...completed, facts: { ...facts, completed_by: ana.id } }),
    ['Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [of(10, 'Finalizado, do setor', { ...completed, files_count: 0 }), ['Baixar anexo Este documento não tem anexos']],
] as const;

// The role plays no part: this one only reads (rule B3).
test.each(MENUS.map(([document, entries]) => ({ document, title: document.title, entries })))(
  'the menu of the document "$title" offers $entries',
  async ({ document, title, entries }) => {
    await openScreen({ mirror: await openTown('Consulta', [document]), path: '/admin/manage-documents' });
    await press('button', `Mais opções de ${title}`);
    await until(() => expect(all('menuitem').map(textOf)).toEqual(entries));
  },
);

test('the screen of a completed document offers no reply', async () => {
  const [document] = MENUS[7];
  await openScreen({ mirror: await openTown('Servidor', [document]), path: '/admin/view-document/8' });
  await seesText('Solicito a interdição.');
  await until(() => expect(acts()).toEqual(['Transferir', 'Reabrir']));
});

test('the screen of a document of the sector offers a reply, without a date and without a transfer', async () => {
  const [document] = MENUS[3];
  await openScreen({ mirror: await openTown('Servidor', [document]), path: '/admin/view-document/4' });
  await until(() => expect(acts()).toEqual(['Anexar arquivos', 'Fotografar ou escolher fotos', 'Responder']));
});

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
