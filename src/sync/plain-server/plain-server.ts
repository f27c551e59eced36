// The adapter for a server with the product's own calls alone, without a feed of changes and
// without keys of commands (S106, S113).

import type { PlainWays } from '../parts.ts';
import { applyListedAnswer } from './apply-listed-answer.ts';
import { fetchListedDetails } from './listed-details.ts';
import { probeLists } from './probe-lists.ts';
import { pullLists } from './pull-lists.ts';
import { sendChecked, withdrawLooking } from './send-checked.ts';

export const PLAIN_SERVER: PlainWays = {
  probe: probeLists,
  pull: pullLists,
  fetchDetails: fetchListedDetails,
  send: sendChecked,
  applySeen: applyListedAnswer,
  withdraw: withdrawLooking,
};
