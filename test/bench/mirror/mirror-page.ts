// The page of our repository.

import { store } from './mirror-store.ts';
import { offer } from './store.ts';

offer(store);
