// What the log says of a failure of another machine or of a disk: its name, the code of the failure, and nothing that was
// sent to it or that it answered in words (default 10).

export type Reason = {
  /** Left out for a disk. */
  readonly host?: string;
  /** As the library or the system names the failure, such as ECONNREFUSED. */
  readonly code: string;
  /** What the machine answered, as a number. */
  readonly status?: number;
};

/** The same error with its reason. */
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
