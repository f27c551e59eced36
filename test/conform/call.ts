/** The server under test. `patienceMs`: the longest wait for an answer. */
export type Server = { readonly url: URL; readonly patienceMs: number };

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A form travels as multipart, bytes as they are, every other body as JSON. */
  readonly body?: FormData | Uint8Array | object;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply = {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Buffer;
  readonly text: string;
  /** The text parsed as JSON; null when it is not JSON. */
  readonly json: unknown;
};
