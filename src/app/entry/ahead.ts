// The first script of a page: what its list needs is read while the application is still being loaded.

import { readAhead } from '#mirror/store/read-ahead.ts';
import { applyAppearance } from '../device/appearance.ts';
import { openedFor } from '../device/open-mark.ts';

applyAppearance();
if (location.pathname === '/admin/manage-documents') void readAhead(openedFor());
