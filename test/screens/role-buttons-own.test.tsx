// Which buttons each of the seven roles finds on the screens of their own work: home, a document
// that they made, help, Pendências, the data of this device and the profile in its parts. Written
// by hand from rules B4 and B8.

import { expect, test } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { type Buttons, expectButtons, ROLE_NAMES, type Screens, VISITS_MS } from './harness/role-buttons.ts';

const MODEL_TO_READ = ['baixar: Ofício padrão', 'Ver: Ofício padrão'];
const IN_HELP = ['Perguntas', 'Modelos', 'Fluxos'];
const ON_DEVICE = [
  'Alto contraste',
  'Receber avisos neste aparelho',
  'Tocar um som quando chegar um aviso',
  'Atalhos de teclado',
  'Ver os atalhos',
  'Dados neste aparelho',
  'Pendências de envio 1 na fila',
  'Sair',
];
const OWN_DETAILS = ['Cadastro', 'Senha', 'Escolher foto', 'Salvar', ...ON_DEVICE];

const ON_DEVICE_PAGE = ['Limpar anexos', 'Ver pendências', 'Sair e apagar…', 'Enviar agora'] as const;
const UNDO = 'Esperar 6 segundos antes de enviar';

const REPLYING = [
  'Transferir',
  'Concluir',
  'Editar',
  'Descartar',
  'Anexar arquivos',
  'Fotografar ou escolher fotos',
  'Mostrar sugestões Transferir para',
  'Data limite 27/11/2026',
  'Limpar Data limite',
  'Responder',
  'Prorrogar o prazo',
];
/** People who read the audit. */
const AUDITS = { '/admin/view-document/1': [...REPLYING, 'Todos os acessos na auditoria'] };

/** What everybody finds, whatever the role. A reply of theirs waits to be sent. */
const EVERYONE = {
  '/admin/home': MODEL_TO_READ,
  '/admin/view-document/1': REPLYING,
  '/admin/help': [
    ...IN_HELP,
    'O que é a lápis e o que é a tinta?',
    'Onde está a minha resposta?',
    'Como sei que um envio chegou?',
    'O que quer dizer Pendente, Tramitando, Em atraso?',
    'Como peço mais prazo (Prorrogar)?',
    'O que é exceção e quando usar?',
    'Como envio um papel pela câmera?',
    'O que posso fazer sem internet?',
    'Transferir, responder, concluir: qual usar?',
    'O documento mudou enquanto eu escrevia. E agora?',
    'Posso sair com algo por enviar?',
  ],
  '/admin/help?aba=modelos': [...IN_HELP, ...MODEL_TO_READ],
  '/admin/outbox': ['Enviar tudo agora', 'Editar', 'Descartar', 'Mais opções: Responder PMVI 042'],
  '/admin/device': [...ON_DEVICE_PAGE, UNDO, 'Ler antes', 'Compartilhar', 'Anotar as conversas'],
  '/admin/profile': OWN_DETAILS,
  '/admin/profile?aba=senha': ['Cadastro', 'Senha', 'Mostrar senha', 'Mostrar senha', 'Salvar', ...ON_DEVICE],
  // The organization is its Super Admin's; the others find their own details at that address.
  '/admin/profile?aba=organizacao': OWN_DETAILS,
  '/admin/profile?aba=avisos': ['Cadastro', 'Senha', 'Salvar', ...ON_DEVICE],
} as const satisfies Record<string, readonly string[]>;
type Path = keyof typeof EVERYONE;

const CREATES = { '/admin/home': [...MODEL_TO_READ, 'Criar documento'] };
const ADMINISTRATOR = [
  'Administrador',
  'Organização',
  'Escolher foto',
  'Mostrar senha',
  'Mostrar senha',
  'Salvar',
  ...ON_DEVICE,
];

const FOUND: Record<string, Buttons<Path>> = {
  'Super Admin': {
    ...EVERYONE,
    ...CREATES,
    ...AUDITS,
    '/admin/device': [
      ...ON_DEVICE_PAGE,
      'Usar como tablet compartilhado…',
      UNDO,
      'Ler antes',
      'Compartilhar',
      'Anotar as conversas',
    ],
    '/admin/profile': ADMINISTRATOR,
    '/admin/profile?aba=senha': ADMINISTRATOR,
    '/admin/profile?aba=organizacao': [
      'Administrador',
      'Organização',
      'Trocar logo',
      'Brasília (Sul, Sudeste, Goiás e DF) Fuso horário',
      'Salvar',
      'Exportar tudo',
      ...ON_DEVICE,
    ],
    '/admin/profile?aba=avisos': ['Administrador', 'Organização', 'Salvar', ...ON_DEVICE],
  },
  'Gestor de Setor': { ...EVERYONE, ...CREATES },
  Protocolo: { ...EVERYONE, ...CREATES },
  Servidor: { ...EVERYONE, ...CREATES },
  'Servidor de Campo': { ...EVERYONE, ...CREATES },
  'Controle Interno': { ...EVERYONE, ...AUDITS },
  Consulta: EVERYONE,
};

const SCREENS: Screens<Path> = {
  '/admin/home': [/Ana$/, 'Ofício padrão'],
  '/admin/view-document/1': ['Interdição da rua', 'Solicito a interdição.'],
  '/admin/help': ['Ajuda', 'Onde está a minha resposta?'],
  '/admin/help?aba=modelos': ['Ajuda', 'Ofício padrão'],
  '/admin/outbox': ['Pendências de envio', 'Responder PMVI 042'],
  '/admin/device': ['Dados neste aparelho', 'Registro para o suporte'],
  '/admin/profile': ['Perfil', 'Ana Lima'],
  '/admin/profile?aba=senha': ['Perfil', 'Ana Lima'],
  '/admin/profile?aba=organizacao': ['Perfil', 'Ana Lima'],
  '/admin/profile?aba=avisos': ['Perfil', 'O que acontece'],
};

test('the table of buttons on the own screens names each role that the demonstration has', () => {
  expect(Object.keys(FOUND)).toEqual(ROLE_NAMES);
});

test.each(Object.entries(FOUND))(
  '%s finds these buttons on the own screens, and no others',
  (role, found) =>
    expectButtons(role, {
      screens: SCREENS,
      found,
      fill: (mirror) => mirror.commands.put(buildCommand('respond', { seq: 1, documentKey: 's:1' })),
    }),
  VISITS_MS,
);
