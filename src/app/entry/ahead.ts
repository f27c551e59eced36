// The first script of a page: what its screen needs is read, its picture is shown, and the scripts of an address behind the login are
// asked for, while the application is still being loaded.

import { readAhead } from '#mirror/store/read-ahead.ts';
import { choosesNothing, pictureAt, type PictureName } from '#mirror/store/start-picture.ts';
import { applyAppearance } from '../device/appearance.ts';
import { markedLeaving } from '../device/leaving-mark.ts';
import { pageMadeFor } from '../device/page-made-for.ts';
import { showPicture } from './show-picture.ts';
import { isFirstOfTab } from './splash.ts';

applyAppearance();
const name = pictureAt(location.pathname);
if (name !== undefined) void begin(name);
// The build has put them there (script-hints.ts).
for (const { dataset, content } of document.querySelectorAll('template'))
  if (location.pathname.startsWith(`${dataset['start']}`)) document.head.append(content);

/** A page that was only loaded again stands where it was scrolled to, of which there is no picture. */
async function begin(of: PictureName): Promise<void> {
  const isPictured = isFirstOfTab() && choosesNothing(location.search) && markedLeaving() === null;
  const picture = await readAhead({ name: of, page: pageMadeFor(), nowMs: Date.now() });
  if (picture !== null && isPictured) showPicture(picture);
}
