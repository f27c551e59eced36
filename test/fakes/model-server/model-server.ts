// Requests in, answers out: the routes that sync uses, for the session of one person.

import { createHash } from 'node:crypto';
import { fieldsOf, nest, type FormPair } from '#contract/form.ts';
import type { FileRef } from '#contract/scalars.ts';
import { FIRST_SCREEN, HEADERS, ViewInput } from '#contract/sync.ts';
import { ReassignInput } from '#contract/reference-writes.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import * as v from 'valibot';
import { ACTOR_MISMATCH, NOT_FOUND, problem, UPLOAD_MISSING, type WireAnswer } from './answers.ts';
import { changesPage } from './feed.ts';
import { judgeCreate } from './judge-create.ts';
import { judgePatch } from './judge-patch.ts';
import { judgeReassign } from './judge-reassign.ts';
import { judgeView } from './judge-view.ts';
import type { Author } from './judged-parts.ts';
import { writeRows } from './judge-rows.ts';
import { isVisible, nextId, type Model } from './model.ts';
import { detailsFor, rowFor, sessionFor } from './present.ts';
import { assembled, takeAhead, withoutStaged } from './uploads.ts';
import type { WireRequest } from './wire-request.ts';
import { withdraw, write, type Writer } from './write.ts';

const PAGE_ROWS = 5;
const RECEIPT_PATH = /^\/api\/sync\/receipts\/(.+)$/;
const HashesInput = v.pick(CreateDocumentInput, ['files_sha256']);

/** Answers for the person of the session. Only reading the form waits: every effect is one step. */
export async function answer(
  model: Model,
  { request, userId }: { request: WireRequest; userId: number },
): Promise<WireAnswer> {
  const acting = request.header(HEADERS.actingUser);
  if (request.method === 'GET') {
    return acting === null || acting === String(userId) ? read(model, { request, userId }) : ACTOR_MISMATCH;
  }
  const withdrawn =
    request.method === 'DELETE' && acting === String(userId) ? RECEIPT_PATH.exec(request.path)?.[1] : undefined;
  if (withdrawn !== undefined) {
    return withdraw(model, { sessionUserId: userId, key: withdrawn, attempts: Number(request.query.get('attempts')) });
  }
  const ahead = await takeAhead(model, { request, userId });
  if (ahead !== null) return ahead;
  if (request.form === null) return problem(400, { message: 'Formulário ausente.' });
  const entries = [...request.form.entries()];
  const pairs = entries.flatMap(([name, value]): FormPair[] => (typeof value === 'string' ? [[name, value]] : []));
  const files = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
  const key = request.header(HEADERS.idempotencyKey);
  const staged = assembled(model, { userId, key, pairs });
  if (staged === null) return UPLOAD_MISSING;
  const received = [...(await Promise.all(files.map((file) => receive(file)))), ...staged];
  const { files_sha256: hashes } = v.parse(HashesInput, fieldsOf(HashesInput, pairs));
  const isDamaged = hashes.some((hash, index) => hash !== received[index]?.sha256);
  if (isDamaged && !model.faults.takesDamaged) {
    return problem(422, { message: 'O arquivo chegou diferente.', type: 'invalid', errors: { files: ['diferente'] } });
  }
  const refs = received.map((file): FileRef => ({ ...file, id: nextId(model) }));
  const writer: Writer = {
    sessionUserId: userId,
    actingUserId: acting === null ? null : Number(acting),
    key,
    attempt: Number(request.header(HEADERS.attempt) ?? 0),
    performedAt: request.header(HEADERS.performedAt),
    fingerprint: JSON.stringify([
      request.path,
      nest(withoutStaged(pairs)),
      received.map(({ size, sha256 }) => [size, sha256]),
    ]),
  };
  return route(model, { path: request.path, pairs, files: refs, writer, author: { userId, key } });
}

type WriteCall = {
  readonly path: string;
  readonly pairs: readonly FormPair[];
  readonly files: readonly FileRef[];
  readonly writer: Writer;
  readonly author: Author;
};

function route(model: Model, { path, pairs, files, writer, author }: WriteCall): WireAnswer {
  if (path === '/api/documents') {
    const input = v.parse(CreateDocumentInput, fieldsOf(CreateDocumentInput, pairs));
    const judge = judgeCreate(model, { input, files, author });
    return write(model, { writer, type: 'create-document', documentId: null, created: true, judge });
  }
  const rows = writeRows(model, { path, pairs, files, writer });
  if (rows !== null) return rows;
  const match = /^\/api\/documents\/(\d+)(\/views|\/reassign)?$/.exec(path);
  if (match === null) return problem(404, { message: 'Rota desconhecida.' });
  const documentId = Number(match[1]);
  if (match[2] === '/reassign') {
    const input = v.parse(ReassignInput, fieldsOf(ReassignInput, pairs));
    const judge = judgeReassign(model, { input, author });
    return write(model, {
      writer,
      type: 'reassign-document',
      documentId,
      mark: input.based_on?.mark,
      created: false,
      judge,
    });
  }
  if (match[2] !== undefined) {
    const { offline, based_on } = v.parse(ViewInput, fieldsOf(ViewInput, pairs));
    const judge = judgeView(model, { offline, author });
    return write(model, { writer, type: 'record-view', documentId, mark: based_on?.mark, created: true, judge });
  }
  const input = v.parse(PatchDocumentInput, fieldsOf(PatchDocumentInput, pairs));
  const judge = judgePatch(model, { input, files, author });
  return write(model, {
    writer,
    type: typeOf(input.status),
    documentId,
    mark: input.based_on?.mark,
    created: false,
    judge,
  });
}

function typeOf(status: 'completed' | 'under_review' | undefined): string {
  if (status === undefined) return 'respond';
  return status === 'completed' ? 'complete-document' : 'reopen-document';
}

function read(model: Model, { request, userId }: { request: WireRequest; userId: number }): WireAnswer {
  const { path, query } = request;
  if (path === '/api/user') return { status: 200, json: sessionFor(model, userId) };
  if (path === '/api/sync/changes') {
    const limit = Math.min(PAGE_ROWS, Number(query.get('limit') ?? PAGE_ROWS));
    const page = changesPage(model, {
      userId,
      cursor: query.get('cursor'),
      limit,
      mayBeBounded: query.get('extent') === 'bounded',
      isScreenFirst: query.get('first') === FIRST_SCREEN,
    });
    return { status: 200, json: page };
  }
  if (path === '/api/sync/documents') {
    const documents = (query.get('ids') ?? '').split(',').flatMap((id) => {
      const document = model.documents.get(Number(id));
      const seen = document !== undefined && isVisible(model, { document, userId });
      const row = query.get('rows') === 'full' && seen ? { row: rowFor(model, { document, userId }) } : {};
      return seen ? [{ ...detailsFor({ document, userId }), ...row }] : [];
    });
    return { status: 200, json: { documents } };
  }
  const receipt = RECEIPT_PATH.exec(path);
  const known = receipt === null ? undefined : model.receipts.get(`${userId}:${receipt[1]}`);
  return known === undefined ? NOT_FOUND : { status: 200, json: known.receipt };
}

async function receive(file: File): Promise<Omit<FileRef, 'id'>> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: file.name, mime_type: file.type, size: bytes.length, sha256 };
}
