// Loaded into a server under measurement (`node --import`): how late its event loop is, and how
// much of a processor it used. A moment is due every few milliseconds, even if earlier ones are
// late, so that a loop held for a second counts as all the moments of that second, as it does for
// clients that ask in it. On LOOP_PROBE_PORT, GET / answers the delays since the last request, and
// GET /processor the time that all threads of the process have used; both in milliseconds.

import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
/** The measured process may start other processes, which inherit its options. */
const port = Number(process.env.LOOP_PROBE_PORT);
delete process.env.LOOP_PROBE_PORT;

if (isMainThread && port > 0) {
  let delays = [];
  let due = performance.now() + EVERY_MS;
  setInterval(() => {
    const now = performance.now();
    for (; due <= now; due += EVERY_MS) delays.push(now - due);
  }, EVERY_MS).unref();
  const server = createServer((request, response) => {
    if (request.url === '/processor') {
      const { user, system } = process.cpuUsage();
      response.end(String((user + system) / 1000));
      return;
    }
    const told = delays;
    delays = [];
    response.end(JSON.stringify(told));
  });
  server.listen(port, '127.0.0.1').unref();
}
