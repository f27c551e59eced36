// WORKER of the PDF viewer: the library's own, in a file of its own so that it is built and precached with the application.

import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
