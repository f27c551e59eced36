// The unit tests of the pure core alone, so that a change of the code is judged by the tests that
// stand beside it.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ['fake-indexeddb/auto'],
    include: [
      'src/domain/!(rich-text-bounds|calendar).test.ts',
      'src/mirror/fold/{fold,fold-command,fold-rows,folded-row,row-fields}.test.ts',
      'src/mirror/outbox/{attempt,outbox-lanes,row-lanes}.test.ts',
      'src/mirror/store/{outbox-row,row-commands,upcast-command}.test.ts',
      'src/sync/{backoff,drain,drain-lease,outcome,reading,request-of,row-request-of}.test.ts',
      'test/sync/outcome-table.test.ts',
    ],
  },
});
