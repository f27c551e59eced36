// The unit tests of the pure core alone, so that a change of the code is judged by the tests that stand beside it.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ['fake-indexeddb/auto'],
    include: [
      'src/domain/{abilities,apply-view,based-on,dates,deadlines,files,model-files,status,visibility}.test.ts',
      'src/domain/{decide-*,judge-*,submission-window,tags}.test.ts',
      'src/mirror/fold/{fold,fold-rows}.test.ts',
      'src/mirror/outbox/{attempt,outbox-lanes,row-lanes}.test.ts',
      'src/mirror/store/{outbox-row,upcast-command}.test.ts',
      'src/sync/{backoff,outcome,reading,request-of,row-request-of}.test.ts',
      'test/sync/outcome-table.test.ts',
    ],
  },
});
