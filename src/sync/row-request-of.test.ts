import { describe, expect, it } from 'vitest';
import { fieldsOf } from '#contract/form.ts';
import { ROW_WRITES } from '#contract/row-writes.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { buildCommand, uuid } from '../../test/builders/build-command.ts';
import { requestOf } from './request-of.ts';

const sent = (command: OutboxCommand) => {
  const request = requestOf(command, null);
  return request === null ? null : [request.path, ...request.fields.map(([name, value]) => `${name}=${value}`)];
};
const target = { row_keys: ['s:5'], row_names: [''] };

describe('the request of a command on rows', () => {
  it.each<[string, OutboxCommand, string[]]>([
    ['a creation', buildCommand('create-row'), ['/api/organizations', 'name=Habitação', 'acronym=SEHAB']],
    [
      'a change, with the changed fields alone',
      buildCommand('update-row', { payload: target }),
      ['/api/organizations', '_method=PUT', 'organization_ids[]=5', 'name=Obras e Serviços'],
    ],
    [
      'a change that empties fields',
      buildCommand('update-row', {
        payload: {
          ...target,
          collection: 'document_subjects',
          fields: { submission_end_day: null, submission_date_exempt_organization_ids: [] },
        },
      }),
      [
        '/api/document-subjects',
        '_method=PUT',
        'document_subject_ids[]=5',
        'submission_end_day=',
        'submission_date_exempt_organization_ids=',
      ],
    ],
    [
      'a person without a sector',
      buildCommand('update-row', { payload: { ...target, collection: 'users', fields: { organization_id: null } } }),
      ['/api/users', '_method=PUT', 'user_ids[]=5', 'organization_id='],
    ],
    [
      'a switch of two',
      buildCommand('switch-rows', {
        payload: { collection: 'alerts', row_keys: ['s:5', 's:6'], row_names: ['', ''] },
      }),
      ['/api/alerts', '_method=PATCH', 'alert_ids[]=5', 'alert_ids[]=6', 'status=inactive'],
    ],
    [
      'a deletion',
      buildCommand('delete-rows', { payload: { ...target, collection: 'users' } }),
      ['/api/users', '_method=DELETE', 'user_ids[]=5'],
    ],
  ])('%s', (_name, command, expected) => {
    expect(sent(command)).toEqual(expected);
  });

  it('an emptied field is read as empty, and a field that is left out is not there', () => {
    const { edit } = ROW_WRITES.document_subjects;
    const pairs = [
      ['submission_end_day', ''],
      ['submission_date_exempt_organization_ids', ''],
    ] as const;
    expect(fieldsOf(edit, pairs)).toEqual({
      submission_end_day: null,
      submission_date_exempt_organization_ids: [],
    });
    expect(fieldsOf(ROW_WRITES.users.edit, [['organization_id', '']])).toEqual({ organization_id: null });
  });

  it("a model's files go with their hashes", () => {
    const file = { id: 'f1', name: 'modelo.pdf', mime: 'application/pdf', size: 9, sha256: 'a'.repeat(64) };
    const command = buildCommand('update-row', {
      files: [file],
      payload: { ...target, collection: 'models', fields: { delete_file_ids: [3] } },
    });
    const request = requestOf(command, null);
    expect(request?.files).toEqual([file]);
    expect(request?.fields).toEqual([
      ['_method', 'PUT'],
      ['model_ids[]', '5'],
      ['delete_file_ids[]', '3'],
      ['files_sha256[0]', file.sha256],
    ]);
  });

  it('a command on a row that has no id yet has no request', () => {
    const payload = { row_keys: ['s:5', uuid(700)], row_names: ['', ''] };
    expect(requestOf(buildCommand('delete-rows', { payload }), null)).toBeNull();
  });

  it('a command that names no row has no request', () => {
    const payload = { row_keys: [], row_names: [] };
    expect(requestOf(buildCommand('switch-rows', { payload }), null)).toBeNull();
  });

  it('the files of a creation go with their hashes, and a creation says everything that its author filled in', () => {
    const file = { id: 'f1', name: 'modelo.pdf', mime: 'application/pdf', size: 9, sha256: 'a'.repeat(64) };
    const request = requestOf(buildCommand('create-row', { files: [file] }), null);
    expect(request?.files).toEqual([file]);
    const fields = { name: 'Ofício', description: 'x', type: 'document_model', file_mime_type: 'pdf' } as const;
    const model = buildCommand('create-row', {
      files: [file],
      payload: { collection: 'models', fields: { ...fields, organization_ids: [1] } },
    });
    expect(sent(model)).toContain(`files_sha256[0]=${file.sha256}`);
  });

  it('a password or a role that lies in the queue by a fault is never sent', () => {
    const fields = { name: 'Ana', password: 'segredo123', roles: [1] };
    const command = buildCommand('update-row', { payload: { ...target, collection: 'users', fields } });
    expect(JSON.stringify(sent(command))).not.toMatch(/segredo|role/);
  });
});
