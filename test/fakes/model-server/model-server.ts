// Requests in, answers out: the routes that sync uses, for one person's session.

import { createHash } from 'node:crypto';
import type { FileRef } from '#contract/references.ts';
import { HEADERS, ViewInput } from '#contract/sync.ts';
import { CreateDocumentInput, PatchDocumentInput } from '#contract/writes.ts';
import * as v from 'valibot';
import { ACTOR_MISMATCH, NOT_FOUND, problem, type WireAnswer } from './answers.ts';
import { changesPage } from './feed.ts';
import { nestedForm, numberOf, numbersOf, textOf, textOrNull } from './form.ts';
import { judgeCreate, judgePatch, judgeView, type Author } from './judge-writes.ts';
import { isVisible, nextId, type Model } from './model.ts';
import { detailsFor, sessionFor } from './present.ts';
import { write, type Writer } from './write.ts';

export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | null;
  readonly form: FormData | null;
};

const PAGE_ROWS = 5;

/** Answers for the person of the session. Reading the form is the only thing that waits: every effect is one step. */
export async function answer(
  model: Model,
  { request, userId }: { request: WireRequest; userId: number },
): Promise<WireAnswer> {
  const acting = request.header(HEADERS.actingUser);
  if (request.method === 'GET') {
    return acting === null || acting === String(userId) ? read(model, { request, userId }) : ACTOR_MISMATCH;
  }
  if (request.form === null) return problem(400, { message: 'Formulário ausente.' });
  const { fields, files } = nestedForm(request.form);
  const received = await Promise.all(files.map((file) => receive(file)));
  const hashes = Array.isArray(fields['files_sha256']) ? fields['files_sha256'].map(textOf) : [];
  if (hashes.some((hash, index) => hash !== received[index]?.sha256)) {
    return problem(422, { message: 'O arquivo chegou diferente.', type: 'invalid', errors: { files: ['diferente'] } });
  }
  const refs = received.map((file): FileRef => ({ ...file, id: nextId(model) }));
  const key = request.header(HEADERS.idempotencyKey);
  const writer: Writer = {
    sessionUserId: userId,
    actingUserId: acting === null ? null : Number(acting),
    key,
    performedAt: request.header(HEADERS.performedAt),
    fingerprint: JSON.stringify([request.path, fields, received]),
  };
  return route(model, { path: request.path, fields, files: refs, writer, author: { userId, key } });
}

type Routed = {
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly files: readonly FileRef[];
  readonly writer: Writer;
  readonly author: Author;
};

function route(model: Model, { path, fields, files, writer, author }: Routed): WireAnswer {
  if (path === '/api/documents') {
    const input = v.parse(CreateDocumentInput, creationOf(fields));
    const judge = judgeCreate(model, { input, files, author });
    return write(model, { writer, type: 'create-document', documentId: null, created: true, judge });
  }
  const match = /^\/api\/documents\/(\d+)(\/views)?$/.exec(path);
  if (match === null) return problem(404, { message: 'Rota desconhecida.' });
  const documentId = Number(match[1]);
  if (match[2] !== undefined) {
    const { offline } = v.parse(ViewInput, { offline: fields['offline'] === '1' });
    const judge = judgeView(model, { offline, author });
    return write(model, { writer, type: 'record-view', documentId, created: true, judge });
  }
  const input = v.parse(PatchDocumentInput, patchOf(fields));
  const judge = judgePatch(model, { input, files, author });
  return write(model, { writer, type: typeOf(input.status), documentId, created: false, judge });
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
    return { status: 200, json: changesPage(model, { userId, cursor: query.get('cursor'), limit }) };
  }
  if (path === '/api/sync/documents') {
    const documents = (query.get('ids') ?? '').split(',').flatMap((id) => {
      const document = model.documents.get(Number(id));
      const seen = document !== undefined && isVisible(model, { document, userId });
      return seen ? [detailsFor({ document, userId })] : [];
    });
    return { status: 200, json: { documents } };
  }
  const receipt = /^\/api\/sync\/receipts\/(.+)$/.exec(path);
  const known = receipt === null ? undefined : model.receipts.get(`${userId}:${receipt[1]}`);
  return known === undefined ? NOT_FOUND : { status: 200, json: known.receipt };
}

async function receive(file: File): Promise<Omit<FileRef, 'id'>> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: file.name, mime_type: file.type, size: bytes.length, sha256 };
}

function creationOf(fields: Record<string, unknown>): unknown {
  const tags = Array.isArray(fields['tags']) ? (fields['tags'] as Record<string, unknown>[]) : [];
  return {
    document_subject_id: numberOf(fields['document_subject_id']),
    type: fields['type'],
    organization_ids: numbersOf(fields['organization_ids']),
    user_ids: numbersOf(fields['user_ids']),
    title: textOf(fields['title']),
    physical_document_number: textOf(fields['physical_document_number']),
    limit_date: fields['limit_date'],
    content: textOf(fields['content']),
    tags: tags.map((tag) => ({
      title: tag['title'],
      type: tag['type'],
      user_id: tag['user_id'] === undefined ? null : Number(tag['user_id']),
    })),
    is_exception: fields['is_exception'] === '1',
    exception_reason: textOrNull(fields['exception_reason']),
  };
}

function patchOf(fields: Record<string, unknown>): unknown {
  const basedOn = fields['based_on'] as Record<string, unknown> | undefined;
  return {
    ...(fields['status'] === undefined ? {} : { status: fields['status'] }),
    content: textOf(fields['content']),
    limit_date: textOrNull(fields['limit_date']),
    ...(fields['responsible_ids'] === undefined ? {} : { responsible_ids: numbersOf(fields['responsible_ids']) }),
    organization_ids: numbersOf(fields['organization_ids']),
    ...(basedOn === undefined
      ? {}
      : {
          based_on: {
            status: basedOn['status'],
            limit_date: basedOn['limit_date'],
            responsible_ids: numbersOf(basedOn['responsible_ids']),
          },
        }),
  };
}
