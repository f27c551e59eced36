// All commands of the console, in the order in which its help lists them.

import type { AdminCommand } from './admin-command.ts';
import { commandsOfPeople } from './admin-people.ts';
import { commandsOfMail, commandsOfServer } from './admin-server.ts';
import { commandsOfTenants } from './admin-tenants.ts';

export const COMMANDS: readonly AdminCommand[] = [
  ...commandsOfTenants,
  ...commandsOfPeople,
  ...commandsOfMail,
  ...commandsOfServer,
];
