import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Passes bytes at a steady rate, in slices of a tenth of a second. */
export function throttled(bytesPerSecond: number): Transform {
  const slice = Math.max(1, Math.floor(bytesPerSecond / 10));
  return new Transform({
    highWaterMark: slice,
    transform(chunk: Buffer, _encoding, done) {
      const push = async () => {
        for (let at = 0; at < chunk.length; at += slice) {
          this.push(chunk.subarray(at, at + slice));
          await wait(100);
        }
      };
      push().then(() => done(), done);
    },
  });
}
