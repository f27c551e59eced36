// Structured logs without content (default 10): no bodies, no query strings, no cookies, no
// passwords.

import { pino, type DestinationStream, type Logger } from 'pino';
import { type Reason, reasonOf } from '../config/reasons.ts';
import type { LogEvent } from './log-events.ts';

const SECRET_KEYS = ['password', 'password_confirmation', 'token', 'cookie', 'authorization', 'content', 'set-cookie'];

const OF_LIBRARY: LogEvent = 'library';

/** The server's logger. `destination` is standard output unless a test gives another. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    // Lines that libraries write name no event of our list.
    formatters: {
      log: (facts: Record<string, unknown>) => ('event' in facts ? facts : { event: OF_LIBRARY, ...facts }),
    },
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
