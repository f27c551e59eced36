/** Build-time address of the server; empty = the page's own origin. */
export const BASE_URL: string = import.meta.env['VITE_API_BASE_URL'] ?? '';
