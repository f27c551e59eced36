// The only place that turns what was thrown into an answer. The answer never has a stack, SQL, path
// or version.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantOfDatabase } from '../../db/connections.ts';
import { FileDamaged, FileMissing, StoreUnavailable } from '../../files/file-store.ts';
import { HttpProblem, problems } from '../../reporting/errors.ts';
import { recordRefusal } from '../../accesses/refused.ts';
import type { SecurityEvent } from '../../reporting/log-events.ts';
import { logSecurity } from '../../reporting/security-log.ts';

const GENERIC = new HttpProblem(500, { body: { message: 'Erro interno. Tente de novo em instantes.' } });

export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (...[error, request, reply]: [FastifyError, FastifyRequest, FastifyReply]) => {
    const problem = problemOf(error);
    if (isAbandoned(request)) {
      request.log.debug(
        { event: 'sender_gone', method: request.method, path: request.routeOptions.url },
        'the sender went away',
      );
      return reply.code(problem.status).send(problem.body);
    }
    // A refusal made on purpose, such as 503 under load, is not an error: the request's own log
    // line tells it.
    if (problem.status >= 500 && !(error instanceof HttpProblem))
      request.log.error({ event: 'request_failed', err: error }, 'request failed');
    else noteOf(request, problem);
    await recordRefusal(request, problem);
    // The rest of the body would otherwise keep the connection busy.
    if (problem.status === 413) reply.header('Connection', 'close');
    return reply.code(problem.status).headers(problem.headers).send(problem.body);
  });
}

const EVENTS: Readonly<Record<number, SecurityEvent>> = {
  400: 'input_validation_fail',
  403: 'authz_fail',
  413: 'input_validation_fail',
  415: 'input_validation_fail',
  419: 'input_validation_fail',
  429: 'excess_rate_limit_exceeded',
};

/**
 * Refusals of daily work (422 by field, 404) are not security events. A key used twice with other
 * content is one.
 */
function noteOf(request: FastifyRequest, { status, body }: HttpProblem): void {
  const event = body.type === 'key_reused' ? 'input_validation_fail' : EVENTS[status];
  if (event === undefined) return;
  logSecurity(request.log, { event, user: request.actor?.userId, reason: body.type ?? String(status) });
}

function problemOf(error: FastifyError): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof FileMissing) return problems.notFound();
  if (error instanceof FileDamaged) return problems.fileDamaged();
  if (error instanceof StoreUnavailable) return problems.storage(error.want);
  const want = wantOfDatabase(error);
  if (want !== null) return want === 'full' ? problems.storage('full') : problems.unavailable(2);
  switch (error.statusCode) {
    case 413:
      return problems.tooLarge({ body: ['O envio é grande demais.'] });
    case 415:
      return problems.unsupportedMedia();
    case 429:
      return problems.tooManyRequests(60);
    case 503:
      return problems.unavailable(10);
    case undefined:
      return GENERIC;
    default:
      return error.statusCode >= 400 && error.statusCode < 500 ? problems.badRequest() : GENERIC;
  }
}

/**
 * Whether the connection was closed before the end of the body. The network was lost, and neither
 * side made an error.
 */
export function isAbandoned({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.socket.destroyed;
}
