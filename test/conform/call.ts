/** Where the cases are run. `patienceMs`: how long an answer is waited for. */
export type Server = { readonly url: URL; readonly patienceMs: number };

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A form travels as multipart, bytes as they are, anything else as JSON. */
  readonly body?: FormData | Uint8Array | object;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Reply = {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Buffer;
  readonly text: string;
  /** What the text holds as JSON; null when it holds none. */
  readonly json: unknown;
};
