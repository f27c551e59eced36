// A fingerprint outlives the server that wrote it: a tablet repeats a write after an upgrade, and
// must not be told that its key was used for something else.

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as reference from '#contract/reference-writes.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import { fingerprintOf } from './idempotency.ts';

const of = (fields: object) => fingerprintOf({ type: 'create-alert', fields, fileHashes: ['00ff'] });

describe('a fingerprint', () => {
  it('does not depend on the order of keys, on absent fields or on passwords', () => {
    const fields = { title: 'Ofício', tags: [{ title: 'a', type: 'keyword' }], status: 'active' };
    const said = { status: 'active', later: undefined, tags: [{ type: 'keyword', title: 'a' }], title: 'Ofício' };
    expect(of({ ...said, password: 'segredo', password_confirmation: 'segredo' })).toBe(of(fields));
    expect(of({ ...fields, tags: [] })).not.toBe(of(fields));
  });

  it('has the form that is stored in receipts', () => {
    const stored = createHash('sha256').update('["create-alert",{"a":null,"b":1},["00ff"]]').digest('hex');
    expect(of({ b: 1, a: null })).toBe(stored);
  });
});

// What the schemas fill in for absent fields is part of stored fingerprints, and so is what they
// leave absent. Nothing may be added to this table except for a new kind of write. A field that is
// added later must be optional without a default.
describe('the defaults that schemas fill in never change', () => {
  const alert = { title: 't', limit_date: '2031-01-01', description: 'd' };
  const document = {
    document_subject_id: 1,
    type: 'general_document',
    organization_ids: [1],
    user_ids: [1],
    title: 't',
    physical_document_number: '1',
    limit_date: '2031-01-01',
    content: 'c',
  };
  const model = { type: 'flow_model', organization_ids: [1], file_mime_type: 'pdf', name: 'n', description: 'd' };
  const user = { name: 'n', last_name: 'l', email: 'a@x.example', password: 'p', roles: [1], organization_id: 1 };

  it.each<[string, v.GenericSchema, object, object]>([
    [
      'CreateDocumentInput',
      CreateDocumentInput,
      document,
      { tags: [], is_exception: false, exception_reason: null, files_sha256: [] },
    ],
    [
      'PatchDocumentInput',
      PatchDocumentInput,
      {},
      { content: '', limit_date: null, organization_ids: [], files_sha256: [] },
    ],
    ['ReassignInput', reference.ReassignInput, { responsible_ids: [1], reason: 'r' }, { organization_ids: [] }],
    ['OrganizationInput', reference.OrganizationInput, { name: 'n', acronym: 'AB' }, { status: 'active' }],
    ['OrganizationPatch', reference.OrganizationPatch, {}, {}],
    ['AlertInput', reference.AlertInput, alert, { status: 'active' }],
    ['AlertPatch', reference.AlertPatch, {}, {}],
    ['DocumentSubjectInput', reference.DocumentSubjectInput, { name: 'n' }, { status: 'active' }],
    ['DocumentSubjectPatch', reference.DocumentSubjectPatch, {}, {}],
    ['ModelInput', reference.ModelInput, model, { status: 'active', files_sha256: [] }],
    ['ModelPatch', reference.ModelPatch, {}, { delete_file_ids: [], files_sha256: [] }],
    ['UserInput', reference.UserInput, user, { status: 'active' }],
    ['UserPatch', reference.UserPatch, {}, { password: '' }],
    ['ProfilePatch', reference.ProfilePatch, {}, { delete_image: false, password: '' }],
    ['TenantPatch', reference.TenantPatch, {}, {}],
  ])('of %s', (_name, schema, said, filled) => {
    expect(v.parse(schema, said)).toEqual({ ...said, ...filled });
  });

  it('of tags', () => {
    const { tags } = v.parse(CreateDocumentInput, { ...document, tags: [{ title: 'a' }] });
    expect(tags).toEqual([{ title: 'a', type: 'keyword', user_id: null }]);
  });
});
