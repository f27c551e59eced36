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
  readonly text: string;
  /** What the text holds as JSON; null when it holds none. */
  readonly json: unknown;
};
