// Which role may call which route: every registered route, the seven roles, and the place of the
// requested row. The expectations are written by hand from rules B1–B15 and the roles of the
// demonstration data, not read from the code. One line is one call; permissions.test.ts makes them
// all.
//
// A cell has one letter per place. Three letters: own sector, other sector, other tenant. Two
// letters: own tenant, other tenant. One letter: the call has no such row. 2 done, 3 forbidden
// (403), 4 not found (404), v refused by validation (422).

export const ROLES = ['admin', 'gestor', 'protocolo', 'servidor', 'campo', 'controle', 'consulta'] as const;
export type Role = (typeof ROLES)[number];

/** The demonstration's account and sector of each column. */
export const ACCOUNTS: Readonly<Record<Role, { email: string; sector: string }>> = {
  admin: { email: 'admin@pmvi.example', sector: 'GAB' },
  gestor: { email: 'gestor.semob@pmvi.example', sector: 'SEMOB' },
  protocolo: { email: 'protocolo@pmvi.example', sector: 'PROT' },
  servidor: { email: 'servidor.semob@pmvi.example', sector: 'SEMOB' },
  campo: { email: 'campo.defciv@pmvi.example', sector: 'DEFCIV' },
  controle: { email: 'controle@pmvi.example', sector: 'CGM' },
  consulta: { email: 'consulta@pmvi.example', sector: 'SECOM' },
};

const everybody = (cell: string): string => Array.from({ length: ROLES.length }, () => cell).join(' ');

/**
 * Method, address and, where one address does several things, which; cells in the order of ROLES.
 */
export const TABLE: Readonly<Record<string, string>> = {
  'GET /sanctum/csrf-cookie': everybody('2'),
  'GET /api/human-verification': everybody('2'),
  'POST /login': everybody('v'),
  'POST /logout': everybody('2'),
  'POST /forgot-password': everybody('2'),
  'POST /reset-password': everybody('v'),
  'GET /api/openapi.json': everybody('2'),

  // Every person who is logged in.
  'GET /api/user': everybody('2'),
  'GET /api/dashboard/home': everybody('2'),
  'PATCH /api/profile': everybody('2'),
  'PATCH /api/profile/fcm-token': everybody('2'),
  'GET /api/tenants/logo': everybody('2'),
  // A server with several public bodies, as this one, does not tell which they are.
  'GET /api/public-body': everybody('2'),
  'GET /api/profile/sessions': everybody('2'),
  'DELETE /api/profile/sessions': everybody('2'),
  'GET /api/profile/calendar': everybody('2'),
  'POST /api/profile/calendar': everybody('2'),
  'DELETE /api/profile/calendar': everybody('2'),
  // Read by its token and by nothing else: a session opens no calendar.
  'GET /api/calendar/deadlines.ics': everybody('v'),
  'GET /api/push/public-key': everybody('2'),
  // The holder of a receipt may know which public body owns its key.
  'GET /api/receipt-keys/:id': everybody('2'),
  'GET /api/sync/changes': everybody('2'),
  'GET /api/events': everybody('2'),
  // Only its author gets a receipt: own, another person's, another tenant's.
  'GET /api/sync/receipts/:key': everybody('244'),
  // The key of another person is another key, which everybody may withdraw for themselves.
  'DELETE /api/sync/receipts/:key': everybody('222'),
  // The name of another person's upload is a name of one's own, under which nothing has arrived.
  'PUT /api/sync/uploads/:key/:file': everybody('222'),
  'PATCH /api/sync/uploads/:key/:file': everybody('244'),

  // Rule B1: a document out of sight is not found, also for the Super Admin of another tenant. Rule
  // A13: a person who sees a document may reply.
  //                                     admin gestor protocolo servidor campo controle consulta
  'GET /api/documents': everybody('2'),
  'GET /api/documents/:id': '             224   244    244       244      244    244      244',
  'GET /api/sync/documents': '            224   244    244       244      244    244      244',
  'GET /api/documents/get-file-content/:id': '224 244  244       244      244    244      244',
  'POST /api/documents/:id/views': '      224   244    244       244      244    244      244',
  'POST /api/documents': '                22v   22v    22v       22v      22v    333      333',
  'PATCH /api/documents/:id reply': '     224   244    244       244      244    244      244',
  // Abilities, not roles (rule A14): neither creator nor responsible.
  'PATCH /api/documents/:id complete': '  334   344    344       344      344    344      344',
  'PATCH /api/documents/:id extend': '    334   344    344       344      344    344      344',
  'PATCH /api/documents/:id transfer': '  334   344    344       344      344    344      344',
  'PATCH /api/documents/:id reopen': '    334   344    344       344      344    344      344',
  'POST /api/documents/:id/reassign': '   224   244    333       333      333    333      333',

  // Rule B2: every person reads the directory; a manager manages the own sector.
  'GET /api/users': everybody('2'),
  'GET /api/users/:id': everybody('224'),
  'GET /api/users/:id/image': everybody('224'),
  'POST /api/users': '                    22v   2vv    333       333      333    333      333',
  'PUT /api/users': '                     224   234    333       333      333    333      333',
  'PATCH /api/users': '                   224   234    333       333      333    333      333',
  'DELETE /api/users': '                  224   333    333       333      333    333      333',

  'GET /api/roles': everybody('2'),
  // Sheets: who may create may import and export.
  'POST /api/users/import': '             2     2      3         3        3      3        3',
  'GET /api/imports': '                   2     2      3         3        3      3        3',
  'GET /api/imports/:id': '               24    44     33        33       33     33       33',
  // Like passwords (S20): no person above, and none of another sector.
  'GET /api/users/invitations': '         2     2      3         3        3      3        3',
  'POST /api/users/invitations': '        224   234    333       333      333    333      333',
  'GET /api/users/export': '              2     2      3         3        3      3        3',
  // Everything of the town, for its Super Admins; no archive is ready.
  'GET /api/export': '                    2     3      3         3        3      3        3',
  'POST /api/export': '                   2     3      3         3        3      3        3',
  'DELETE /api/export': '                 2     3      3         3        3      3        3',
  'GET /api/export/file': '               4     3      3         3        3      3        3',
  'POST /api/organizations/import': '     2     3      3         3        3      3        3',
  'GET /api/organizations/export': '      2     3      3         3        3      3        3',
  'GET /api/organizations': everybody('2'),
  'GET /api/organizations/:id': everybody('24'),
  'POST /api/organizations': '            2     3      3         3        3      3        3',
  'PUT /api/organizations': '             24    33     33        33       33     33       33',
  'PATCH /api/organizations': '           24    33     33        33       33     33       33',
  'DELETE /api/organizations': '          24    33     33        33       33     33       33',

  'GET /api/document-subjects': everybody('2'),
  'GET /api/document-subjects/:id': everybody('24'),
  'POST /api/document-subjects': '        2     3      2         3        3      3        3',
  'PUT /api/document-subjects': '         24    33     24        33       33     33       33',
  'PATCH /api/document-subjects': '       24    33     24        33       33     33       33',
  'DELETE /api/document-subjects': '      24    33     33        33       33     33       33',

  'GET /api/alerts': everybody('2'),
  'GET /api/alerts/:id': everybody('24'),
  'POST /api/alerts': '                   2     3      2         3        3      3        3',
  'PUT /api/alerts': '                    24    33     24        33       33     33       33',
  'PATCH /api/alerts': '                  24    33     24        33       33     33       33',
  'DELETE /api/alerts': '                 24    33     33        33       33     33       33',

  // The days of the town are read by all, because limits are counted by them.
  'GET /api/holidays': everybody('2'),
  'GET /api/holidays/:id': everybody('24'),
  'POST /api/holidays': '                 2     3      2         3        3      3        3',
  'PUT /api/holidays': '                  24    33     24        33       33     33       33',
  'DELETE /api/holidays': '               24    33     24        33       33     33       33',

  // Rule B13: a person reads the models of the own sector; a manager changes only those.
  'GET /api/models': everybody('2'),
  'GET /api/models/:id': '                224   244    244       244      244    244      244',
  'GET /api/models/get-file-content/:id': '224  244    244       244      244    244      244',
  'POST /api/models': '                   22v   2vv    333       333      333    333      333',
  'PUT /api/models': '                    224   244    333       333      333    333      333',
  'PATCH /api/models': '                  224   244    333       333      333    333      333',
  'DELETE /api/models': '                 224   333    333       333      333    333      333',

  // A device tells what was done on it. Sight is not asked: it may have been lost since.
  'POST /api/access-events': everybody('2'),
  // Accesses are read by Controle Interno and Super Admins, also of documents out of their sight.
  'GET /api/audit/documents/:id': '       224   333    333       333      333    224      333',
  'GET /api/audit/people/:id': '          224   333    333       333      333    224      333',
  'GET /api/audit/acts': '                2     3      3         3        3      2        3',

  // Reports of all sectors are read by who audits; a manager reads of the own sector.
  'GET /api/reports/:report': '           222   233    333       333      333    222      333',
  'GET /api/reports/documents': everybody('2'),

  'PATCH /api/tenants': '                 2     3      3         3        3      3        3',
};

/** Routes that answer something other than 401 to a client that is not logged in. */
export const PUBLIC: readonly string[] = [
  'GET /sanctum/csrf-cookie',
  'GET /api/human-verification',
  'POST /login',
  'POST /logout',
  'POST /forgot-password',
  'POST /reset-password',
  'GET /api/openapi.json',
  'GET /api/calendar/deadlines.ics',
  'GET /api/receipt-keys/:id',
  'GET /api/public-body',
];
