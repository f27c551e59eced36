// The bytes of a file of a service that may be slow. A reader that pauses has all the time it
// wants. The service that lets it wait has a bounded time, also where bytes come one after the
// other.

import { Readable } from 'node:stream';
import { within } from '../reporting/timers.ts';

export type Pace = {
  /** Milliseconds that all waiting may take together, for a file of so many bytes. */
  readonly patienceFor: (bytes: number) => number;
  /** What the stream fails with then. */
  readonly late: () => Error;
  /** What it fails with when the source fails. */
  readonly failed: (error: unknown) => Error;
};

/** The bytes of `source`, which is destroyed with the stream. */
export function paced(source: Readable, { patienceFor, late, failed }: Pace): Readable {
  let waitedMs = 0;
  let bytes = 0;
  let chunks: AsyncIterator<Buffer> | null = null;
  const next = async (): Promise<Buffer | null> => {
    chunks ??= source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const reading = chunks;
    const begun = performance.now();
    const { done, value } = await within(patienceFor(bytes) - waitedMs, { work: () => reading.next(), late });
    waitedMs += performance.now() - begun;
    if (done === true) return null;
    bytes += value.length;
    return value;
  };
  const stream = new Readable({
    read() {
      void next().then(
        (chunk) => this.push(chunk),
        (error: unknown) => this.destroy(failed(error)),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  source.on('error', (error) => void stream.destroy(failed(error)));
  return stream;
}
