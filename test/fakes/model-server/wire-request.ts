/** A request as it arrives at the server, whatever carried it. */
export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | null;
  readonly form: FormData | null;
  /** A part of a file, or what is said of one; absent of other requests. */
  readonly body?: Blob | string | null;
};
