// The first script of a page: its colours are right from the first paint on, while the application
// is still being loaded.

import { applyAppearance } from '../device/appearance.ts';

applyAppearance();
