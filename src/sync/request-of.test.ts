import { describe, expect, test } from 'vitest';
import type { CommandOf, CommandType, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { bodyOf, namingStaged, requestOf, timeoutOf } from './request-of.ts';

const file = { id: 'f1', name: 'edital ção.pdf', mime: 'application/pdf', size: 3, sha256: 'a'.repeat(64) };

function command<Type extends CommandType>(
  part: Pick<CommandOf<Type>, 'type' | 'payload'> & Partial<CommandOf<Type>>,
): OutboxCommand {
  return {
    id: '7b1c2f6e-0d7a-4d9e-9a51-6f1d0a2b3c4d',
    seq: 1,
    actorId: 4,
    tenantId: 1,
    deviceId: 'd',
    loginId: null,
    version: 1,
    documentKey: 's:9',
    basedOn: null,
    files: [],
    performedAtMs: Date.parse('2026-11-20T12:00:00.000Z'),
    state: 'sending',
    attempts: 1,
    failures: 0,
    dueAtMs: 0,
    lease: null,
    lastError: null,
    receipt: null,
    doneAtMs: null,
    mayBeRefused: false,
    ...part,
  } as OutboxCommand;
}

describe('the request of a command', () => {
  test('names the login it was made under, where it knows it', () => {
    const view = { type: 'record-view', payload: { offline: true } } as const;
    const headersOf = (loginId: string | null) => requestOf(command<'record-view'>({ ...view, loginId }), 9)?.headers;
    expect(headersOf('c0ffee00-0000-4000-8000-000000000001')?.['X-Login']).toBe('c0ffee00-0000-4000-8000-000000000001');
    expect(headersOf(null)).not.toHaveProperty('X-Login');
  });

  test('carries key, moment and author', () => {
    const view = command<'record-view'>({ type: 'record-view', payload: { offline: true } });
    expect(requestOf(view, 9)).toEqual({
      path: '/api/documents/9/views',
      headers: {
        'Idempotency-Key': view.id,
        'X-Performed-At': '2026-11-20T12:00:00.000Z',
        'X-Acting-User': '4',
        'X-Attempt': '1',
      },
      fields: [['offline', '1']],
      files: [],
    });
  });

  test('spells a creation as the contract does', () => {
    const create = command<'create-document'>({
      type: 'create-document',
      files: [file],
      payload: {
        document_subject_id: 3,
        type: 'general_document',
        organization_ids: [5, 6],
        user_ids: [7],
        title: 'Título',
        physical_document_number: 'Ofício nº 1',
        limit_date: '2026-12-01',
        content: '<p>Texto</p>',
        tags: [
          { title: 'obra', type: 'keyword', user_id: null },
          { title: 'ana', type: 'mention', user_id: 8 },
        ],
        is_exception: true,
        exception_reason: null,
      },
    });
    const request = requestOf(create, null);
    expect(request?.path).toBe('/api/documents');
    expect(request?.fields).toEqual([
      ['document_subject_id', '3'],
      ['type', 'general_document'],
      ['organization_ids[]', '5'],
      ['organization_ids[]', '6'],
      ['user_ids[]', '7'],
      ['title', 'Título'],
      ['physical_document_number', 'Ofício nº 1'],
      ['limit_date', '2026-12-01'],
      ['content', '<p>Texto</p>'],
      ['tags[0][title]', 'obra'],
      ['tags[0][type]', 'keyword'],
      ['tags[1][title]', 'ana'],
      ['tags[1][type]', 'mention'],
      ['tags[1][user_id]', '8'],
      ['is_exception', '1'],
      ['files_sha256[0]', file.sha256],
    ]);
  });

  test('sends a transfer with what its author saw', () => {
    const transfer = command<'respond'>({
      type: 'respond',
      basedOn: { status: 'pending', limit_date: '2026-11-30', responsible_ids: [4, 5] },
      payload: { content: '', limit_date: null, responsible_ids: [6], organization_ids: [2] },
    });
    expect(requestOf(transfer, 9)?.fields).toEqual([
      ['_method', 'PATCH'],
      ['content', ''],
      ['responsible_ids[]', '6'],
      ['organization_ids[]', '2'],
      ['based_on[status]', 'pending'],
      ['based_on[limit_date]', '2026-11-30'],
      ['based_on[responsible_ids][]', '4'],
      ['based_on[responsible_ids][]', '5'],
    ]);
  });

  test('sends a redistribution with its reason and what its author saw', () => {
    const given = command<'reassign-document'>({
      type: 'reassign-document',
      basedOn: { status: 'pending', limit_date: '2026-11-30', responsible_ids: [4] },
      payload: { responsible_ids: [6], organization_ids: [2], reason: 'De férias.' },
    });
    expect(requestOf(given, 9)?.path).toBe('/api/documents/9/reassign');
    expect(requestOf(given, 9)?.fields).toEqual([
      ['responsible_ids[]', '6'],
      ['organization_ids[]', '2'],
      ['reason', 'De férias.'],
      ['based_on[status]', 'pending'],
      ['based_on[limit_date]', '2026-11-30'],
      ['based_on[responsible_ids][]', '4'],
    ]);
  });

  test.each([
    [
      { type: 'complete-document', payload: { limit_date: null } },
      [
        ['_method', 'PATCH'],
        ['status', 'completed'],
      ],
    ],
    [
      { type: 'reopen-document', payload: { limit_date: '2026-12-02' } },
      [
        ['_method', 'PATCH'],
        ['status', 'under_review'],
        ['limit_date', '2026-12-02'],
      ],
    ],
  ] as const)('%o', (part, fields) => {
    expect(requestOf(command<'complete-document'>(part as never), 9)?.fields).toEqual(fields);
  });

  test('waits while its document is not registered', () => {
    const view = command<'record-view'>({ type: 'record-view', payload: { offline: false } });
    expect(requestOf(view, null)).toBeNull();
  });
});

describe('the form', () => {
  const respond = command<'respond'>({
    type: 'respond',
    files: [file],
    payload: { content: '<p>Oi</p>', limit_date: null, responsible_ids: null, organization_ids: [] },
  });
  const request = requestOf(respond, 9);
  if (request === null) throw new Error('a registered document has a request');

  test('has fresh bytes under the name they were picked with', async () => {
    const form = await bodyOf(request, async () => new Blob(['abc']));
    const sent = form?.get('files[]') as File;
    expect([sent.name, await sent.text()]).toEqual([file.name, 'abc']);
  });

  test.each([
    ['gone', null],
    ['cut off', new Blob(['ab'])],
  ])('is not made when bytes are %s', async (_name, blob) => {
    expect(await bodyOf(request, async () => blob)).toBeNull();
  });
});

test('a request whose files went ahead names them in their order, and brings none', () => {
  const files = [file, { ...file, id: 'f2', name: 'b.txt' }];
  const named = namingStaged({ path: '/api/documents', headers: { a: 'b' }, fields: [['title', 'x']], files });
  const staged = (at: number, { id, name }: { id: string; name: string }) => [
    [`staged_files[${at}][id]`, id],
    [`staged_files[${at}][name]`, name],
    [`staged_files[${at}][sha256]`, file.sha256],
  ];
  expect(named).toEqual({
    path: '/api/documents',
    headers: { a: 'b' },
    fields: [['title', 'x'], ...staged(0, file), ...staged(1, { id: 'f2', name: 'b.txt' })],
    files: [],
  });
});

test.each([
  ['without a file', [], 30_000],
  ['with files in its form, at 16 bytes a millisecond', [160_000, 161], 40_011],
  ['with a whole 60 MB', [60_000_000], 3_780_000],
] as const)('a request %s is waited for', (_name, sizes, ms) => {
  const files = sizes.map((size, at) => ({ ...file, id: `f${at}`, size }));
  const payload = { content: '<p>Oi</p>', limit_date: null, responsible_ids: null, organization_ids: [] };
  const reply = command<'respond'>({ type: 'respond', files, payload });
  const request = requestOf(reply, 9);
  if (request === null) throw new Error('a registered document has a request');
  expect(timeoutOf(reply, request)).toBe(ms);
  const bytes = sizes.reduce((sum: number, size) => sum + size, 0);
  // Files that went ahead are only put together.
  expect(timeoutOf(reply, namingStaged(request))).toBe(30_000 + Math.ceil(bytes / 187));
});
