// Reads a file from a service that may be slow. The reader may pause for as long as it wants. The
// time that it waits for the service is bounded in total, so that a service that sends byte by byte
// is given up too.

import { Readable } from 'node:stream';
import { within } from '../reporting/timers.ts';

export type Pace = {
  /** Milliseconds that all waiting together may take once so many bytes have arrived. */
  readonly patienceFor: (bytes: number) => number;
  /** The error of the stream when waiting took too long. */
  readonly late: () => Error;
  /** The error of the stream when the source fails. */
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
