// What comes back from the network, as a value: nothing in this room decides by catching an exception.

/** An answer that arrived whole. */
export type Reply = {
  readonly kind: 'reply';
  readonly status: number;
  /** The network or the server answered with a redirect; it is never followed (trap 6). */
  readonly redirected: boolean;
  /** Parsed body; undefined when it is not JSON by type and content. */
  readonly json: unknown;
  readonly header: (name: string) => string | null;
};

/** No answer. */
export type Failure = {
  readonly kind: 'failure';
  /** False only when it is certain that the request never left this device. */
  readonly sent: boolean;
  readonly reason: 'network' | 'timeout' | 'aborted';
};

export type Answer = Reply | Failure;
