/** Ends the rehearsal of a write that would be accepted (S161). Its transaction is rolled back by it. */
export class Rehearsed extends Error {
  constructor() {
    super('the write was only judged');
    this.name = 'Rehearsed';
  }
}
