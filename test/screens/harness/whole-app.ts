// Everything that screens are drawn with, loaded before the first test of a process. What a screen
// loads when it is asked for would else be loaded in the time of the test that asks first, and
// whether something is drawn by now would depend on which files ran before.

import.meta.glob(
  [
    '/src/app/{acts,features,shared}/**/*.{ts,tsx}',
    '/src/{editor,ui}/**/*.{ts,tsx}',
    '!**/*.test.{ts,tsx}',
    // A page in development alone, and the global scope of a worker.
    '!/src/ui/kit/**',
    '!/src/app/acts/attach/pages-worker.ts',
  ],
  { eager: true },
);
