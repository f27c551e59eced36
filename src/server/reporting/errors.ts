// The errors that the server answers with. An HttpProblem that a route throws reaches the client
// word for word; any other error becomes a generic answer in server/http/plugins/errors.ts.
// Sentences are for people, `type` is for programs.

import type { DocumentFull } from '#contract/documents.ts';
import type { ErrorBody, ErrorType } from '#contract/errors.ts';
import { CONFLICT_TEXT, errorsByField, QUOTA_TEXT, REFUSAL_TEXT, REPLACED_TEXT } from '#contract/refusal-text.ts';
import type { ConflictCode, RefusedDecision } from '#domain/refusals.ts';
import type { Want } from '../config/want.ts';

/**
 * An answer other than success: `status`, the contract's error body, and headers such as
 * Retry-After.
 */
export class HttpProblem extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, answer: { body: ErrorBody; headers?: Readonly<Record<string, string>> }) {
    // No stack is captured: an HTTP answer is no fault of the program, and under load the stack
    // would be a tenth of the cost of a refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(answer.body.message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'HttpProblem';
    this.status = status;
    this.body = answer.body;
    this.headers = answer.headers ?? {};
  }
}

const problem = (status: number, body: ErrorBody): HttpProblem => new HttpProblem(status, { body });
const retryLater = (status: number, answer: { seconds: number; message: string; type?: ErrorType }): HttpProblem => {
  const { seconds, ...body } = answer;
  return new HttpProblem(status, { body, headers: { 'Retry-After': String(seconds) } });
};
/** Retry-After of a used-up quota: a person has to decide about more room first. */
const QUOTA_SECONDS = 900;
/**
 * Retry-After of a disk that is full or away: a person has to make room or repair it first, so
 * asking more often changes nothing.
 */
const REPAIR_SECONDS = 30;

function invalid(errors: Record<string, string[]>): HttpProblem {
  const first = Object.values(errors)[0]?.[0] ?? 'Valor inválido.';
  return problem(422, { message: first, type: 'invalid', errors });
}

/** One factory per error, for routes, commands and plugins to throw. */
export const problems = {
  badRequest: (message = 'O pedido não pôde ser lido.') => problem(400, { message }),
  unauthenticated: () => problem(401, { message: 'Unauthenticated.' }),
  csrfMismatch: () => problem(419, { message: 'CSRF token mismatch.' }),
  forbidden: (message = 'Você não tem permissão para fazer isso.') => problem(403, { message, type: 'forbidden' }),
  actorMismatch: () => problem(403, { message: 'Este envio pertence a outra pessoa.', type: 'actor_mismatch' }),
  notFound: (message = 'Não encontrado.') => problem(404, { message, type: 'not_found' }),
  /** Another document has the id of the one that the author saw (I11). */
  replaced: () => problem(404, { message: REPLACED_TEXT, type: 'not_found' }),
  /**
   * This 404 has no `type`, so that a device waits for a server that knows the address instead of
   * giving up (src/sync/promises.md, Drain).
   */
  noSuchRoute: () => problem(404, { message: 'Não encontrado.' }),
  methodNotAllowed: () => problem(405, { message: 'Método não aceito.' }),
  /** 409 with the document as it is now (rule E6). */
  conflict: (conflict: { code: ConflictCode; document: DocumentFull }) =>
    problem(409, { message: CONFLICT_TEXT[conflict.code], type: 'conflict', ...conflict }),
  inProgress: () =>
    new HttpProblem(409, {
      body: { message: 'Este envio ainda está sendo processado.', type: 'in_progress' },
      headers: { 'Retry-After': '1' },
    }),
  /** The request was held up on its way, and its author withdrew it meanwhile (S18). */
  withdrawn: () => problem(409, { message: 'Este envio foi retirado por quem o fez.', type: 'withdrawn' }),
  /**
   * 409: the part does not begin where the server's bytes end. The device goes on from `received`
   * (S101).
   */
  uploadOffset: (received: number) =>
    problem(409, { message: 'O envio do arquivo continua de outro ponto.', type: 'upload_offset', received }),
  /**
   * 409: the server does not have all bytes of a file that the write names. The write had no
   * effect, and the device sends the bytes again (S101).
   */
  uploadMissing: () =>
    problem(409, { message: 'O arquivo não chegou inteiro. Ele será enviado de novo.', type: 'upload_missing' }),
  /** 422: a part arrived with other bytes than the device sent (S101). */
  partDamaged: () =>
    problem(422, { message: 'Uma parte do arquivo chegou alterada. Ela será enviada de novo.', type: 'part_damaged' }),
  tooLarge: (errors: Record<string, string[]> = { files: [REFUSAL_TEXT.files_too_large] }) =>
    problem(413, { message: Object.values(errors)[0]?.[0] ?? 'O envio é grande demais.', errors }),
  unsupportedMedia: () => problem(415, { message: 'Tipo de conteúdo não aceito.' }),
  invalid,
  keyReused: () =>
    problem(422, { message: 'Esta chave de envio já foi usada com outro conteúdo.', type: 'key_reused' }),
  /**
   * 422 by field. A missing permission is 403 whatever else is wrong; when the permission belongs
   * to a field, the form can show it there.
   */
  refused(decision: RefusedDecision): HttpProblem {
    const errors = errorsByField(decision.refusals);
    const forbidden = decision.refusals.some((one) => one.code === 'not_allowed');
    return forbidden ? problem(403, { message: REFUSAL_TEXT.not_allowed, type: 'forbidden', errors }) : invalid(errors);
  },
  tooManyRequests: (seconds: number) =>
    retryLater(429, { seconds, message: `Muitas tentativas. Aguarde ${seconds} s.` }),
  unavailable: (seconds: number) =>
    retryLater(503, { seconds, message: 'O serviço está ocupado. Tente de novo em instantes.' }),
  /**
   * The disk of the files or of the database: 507 when it is full, 503 when it can't be used.
   * Reading goes on.
   */
  storage: (want: Want) =>
    want === 'full'
      ? retryLater(507, {
          seconds: REPAIR_SECONDS,
          message: 'O servidor está sem espaço e não registrou este envio. Nada mudou. Tente de novo mais tarde.',
          type: 'storage_full',
        })
      : retryLater(503, {
          seconds: REPAIR_SECONDS,
          message: 'O servidor está sem acesso aos arquivos. Nada mudou. Tente de novo mais tarde.',
          type: 'storage_away',
        }),
  /** 507: the share of the tenant or of the person is used up, and nothing else is full (S158). */
  quota: (whose: keyof typeof QUOTA_TEXT) =>
    retryLater(507, { seconds: QUOTA_SECONDS, message: QUOTA_TEXT[whose], type: 'quota_full' }),
  fileDamaged: () =>
    problem(500, {
      message: 'O arquivo guardado no servidor está danificado. Avise o administrador: ele pode recuperar do backup.',
      type: 'file_damaged',
    }),
} as const;

/** Thrown by a job that can't succeed, however often it is tried. */
export class Hopeless extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'Hopeless';
  }
}
