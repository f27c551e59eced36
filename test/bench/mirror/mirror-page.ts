// The page of our repository. As in the application, its first and smallest script loads all else.

import { offer } from './store.ts';

const rest = import('./mirror-store.ts').then(({ store }) => store);

offer({
  firstSync: async (nextPage) => (await rest).firstSync(nextPage),
  apply: async (page) => (await rest).apply(page),
  settle: async () => (await rest).settle?.(),
  firstRows: async () => (await rest).firstRows(),
  filter: async (time) => (await rest).filter(time),
  counters: async (time) => (await rest).counters(time),
  search: async (time) => (await rest).search(time),
  react: async (page) => (await rest).react(page),
});
