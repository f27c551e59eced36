// Structured logs without content (default 10): no bodies, no query strings, no cookies, no
// passwords.

import { pino, type DestinationStream, type Logger } from 'pino';

const SECRET_KEYS = ['password', 'password_confirmation', 'token', 'cookie', 'authorization', 'content', 'set-cookie'];

/** The server's logger. `destination` is standard output unless a test gives another. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: '[oculto]',
    },
    serializers: {
      // Reduces a request to these facts, so that a caller that logs a whole request writes no
      // content.
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        path: request.url?.split('?', 1)[0],
      }),
      err: describeError,
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination ?? standardOutput());
}

/** When the log is on a full disk its lines are lost, and the server goes on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  output.on('error', () => undefined);
  return output;
}

type ErrorFacts = { type: string; message: string; code?: unknown; reason?: Reason; stack?: string };

/**
 * What the log may contain of an error. The message of a failed statement has its parameters and
 * values, and its details have rows, so only the database's name for the failure is kept. A stack
 * is logged without the message at its beginning.
 */
function describeError(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'no error was thrown' };
  const error = 'params' in thrown && thrown.cause instanceof Error ? thrown.cause : thrown;
  const { routine, constraint } = error as { routine?: string; constraint?: string };
  return {
    type: error.name,
    message: 'severity' in error ? [routine, constraint].filter(Boolean).join(' ') : error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...reasonOf(error),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}

// What the log says of a failure of another machine or of a disk: its name, the code of the
// failure, and nothing that was sent to it or that it answered in words (default 10).

export type Reason = {
  /** Left out for a disk. */
  readonly host?: string;
  /** The name that the library or the system gives the failure, such as ECONNREFUSED. */
  readonly code: string;
  /** What the machine answered, as a number. */
  readonly status?: number;
};

/** A copy of the error with its reason. */
export function withReason<Failure extends Error>(error: Failure, reason: Reason): Failure {
  return Object.assign(error, { reason });
}

/** The reason of an error, or of what caused it; empty when it is a failure of neither. */
export function reasonOf(error: unknown): { readonly reason?: Reason } {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('reason' in at) return { reason: at.reason as Reason };
    if ('syscall' in at && 'code' in at) return { reason: { code: String(at.code) } };
  }
  return {};
}
