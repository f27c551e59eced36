// The first script of a page: what the list needs is read while the application is still being loaded.

import { readAhead } from '#mirror/store/read-ahead.ts';

if (location.pathname === '/admin/manage-documents') void readAhead();
