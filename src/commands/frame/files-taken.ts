/**
 * Thrown for a form that shows files which are not its own any more: in another tab they were sent
 * or erased. Nothing is stored.
 */
export class FilesTaken extends Error {
  constructor() {
    super('files of this form were sent or erased in another tab');
    this.name = 'FilesTaken';
  }
}
