import {
  Check,
  Clock,
  GitCompare,
  Info,
  Link,
  LogIn,
  OctagonAlert,
  RefreshCw,
  RotateCw,
  type LucideIcon,
} from 'lucide-react';
import type { StateIcon } from '../../text/sending/command-state.ts';

/** The sign of each state of a command (src/ui/look.md, look 6). */
export const STATE_ICON: Record<StateIcon, LucideIcon> = {
  clock: Clock,
  sending: RefreshCw,
  retry: RotateCw,
  login: LogIn,
  link: Link,
  compare: GitCompare,
  refused: OctagonAlert,
  done: Check,
  note: Info,
};
