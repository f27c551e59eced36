/**
 * Thrown when files that a form shows are no longer its own, because another tab sent or erased
 * them. Nothing is stored.
 */
export class FilesTaken extends Error {
  constructor() {
    super('files of this form were sent or erased in another tab');
    this.name = 'FilesTaken';
  }
}
