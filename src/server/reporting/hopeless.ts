/** Thrown by a job that can't succeed, however often it is tried. */
export class Hopeless extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'Hopeless';
  }
}
