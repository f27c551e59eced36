/** Thrown by a job that trying again can't mend. */
export class Hopeless extends Error {
  constructor(message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'Hopeless';
  }
}
