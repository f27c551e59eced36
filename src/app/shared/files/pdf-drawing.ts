// The worker of pdf.js as a file of our own, so that the build precaches it with the application.
// The server finds it by its name, and lets this file alone compile WebAssembly, for decoders of
// scans (src/server/http/plugins/client.ts).

import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
