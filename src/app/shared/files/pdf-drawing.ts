// WORKER of the PDF viewer: the library's own, in a file of its own so that it is built and
// precached with the application. Its name tells the server which file may compile WebAssembly: the
// decoders of scans (src/server/http/plugins/client.ts).

import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
