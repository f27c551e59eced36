// The first script of a page: what its list needs is read, and the scripts of an address behind the login are asked for, while the
// application is still being loaded.

import { readAhead } from '#mirror/store/read-ahead.ts';
import { applyAppearance } from '../device/appearance.ts';
import { openedFor } from '../device/open-mark.ts';

applyAppearance();
if (location.pathname === '/admin/manage-documents') void readAhead(openedFor());
// The build has put them there (script-hints.ts).
for (const { dataset, content } of document.querySelectorAll('template'))
  if (location.pathname.startsWith(`${dataset['start']}`)) document.head.append(content);
