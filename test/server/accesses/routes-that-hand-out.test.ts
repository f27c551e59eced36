// Every route that is read, and what it records (S229). A new route fails until this table says
// what it leaves behind.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';

/** By method and address: what it records, or why it records nothing. */
const TABLE: Readonly<Record<string, string>> = {
  'GET /api/documents/get-file-content/:id': 'file',
  'GET /api/models/get-file-content/:id': 'file',
  'GET /api/documents/:id': 'view in the history; copy for a reading that leaves no view',
  'GET /api/sync/documents': 'copy',
  'GET /api/users/export': 'export',
  'GET /api/organizations/export': 'export',
  'GET /api/export/file': 'export, once for each person and archive',
  'GET /api/export': 'how far the export is',
  'GET /api/audit/documents/:id': 'audit',
  'GET /api/audit/people/:id': 'audit',
  'GET /api/audit/acts': 'audit',
  'GET /api/reports/:report': 'export for a sheet; counts only on a screen',
  // Rows: titles, people, dates, no text and no file. Devices get them without being asked.
  'GET /api/documents': 'rows only',
  'GET /api/sync/changes': 'rows only',
  'GET /api/dashboard/home': 'counts only',
  'GET /api/reports/documents': 'ids of documents in sight',
  'GET /api/calendar/deadlines.ics': 'deadlines of the token’s own person',
  'GET /api/users': 'the directory, which everybody of the tenant reads (rule B2)',
  'GET /api/users/:id': 'the directory',
  'GET /api/users/:id/image': 'the directory',
  'GET /api/imports': 'who imported, and how much',
  'GET /api/imports/:id': 'rows of people and sectors that an administrator reads anyway',
  'GET /api/users/invitations': 'people to invite, without codes',
  'GET /api/organizations': 'reference data',
  'GET /api/organizations/:id': 'reference data',
  'GET /api/roles': 'reference data',
  'GET /api/document-subjects': 'reference data',
  'GET /api/document-subjects/:id': 'reference data',
  'GET /api/alerts': 'reference data',
  'GET /api/alerts/:id': 'reference data',
  'GET /api/holidays': 'reference data',
  'GET /api/holidays/:id': 'reference data',
  'GET /api/models': 'reference data',
  'GET /api/models/:id': 'reference data',
  'GET /api/tenants/logo': 'the logo',
  'GET /api/public-body': 'the name of the organization',
  // One's own.
  'GET /api/user': 'oneself',
  'GET /api/profile/sessions': 'oneself',
  'GET /api/profile/calendar': 'oneself',
  'GET /api/sync/receipts/:key': 'oneself',
  'GET /api/events': 'numbers of changes',
  'GET /api/push/public-key': 'a key',
  'GET /api/receipt-keys/:id': 'a key',
  'GET /api/human-verification': 'a challenge',
  'GET /sanctum/csrf-cookie': 'a token',
  'GET /api/openapi.json': 'the description of the calls',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('every route that is read is in the table, and no other', () => {
  const read = [...server.app.routeTable].flatMap(([url, methods]) => (methods.has('GET') ? [`GET ${url}`] : []));
  expect(Object.keys(TABLE).toSorted()).toEqual(read.toSorted());
});
