// The order of the inner rooms of the large rooms, held by the linter (rule `house/floors`). An
// inner room may use those on the floors below its own; rooms on one floor do not know each other.
// src/README.md says what each holds.

import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Stands for every inner room there is: all of them on one floor. */
const EVERY = '*';

/** Room → its floors, from the top down. A file of such a room stands in one of its inner rooms. */
export const FLOORS = {
  'src/commands': [['outbox'], ['documents', 'reference'], ['frame']],
  'src/mirror': [['opening'], ['apply', 'questions'], ['outbox'], ['fold', 'keep'], ['engine'], ['store']],
  'src/app': [
    ['entry'],
    ['routes'],
    ['features'],
    ['acts'],
    ['leaving'],
    ['shared'],
    ['online'],
    ['leaving/steps'],
    ['device'],
    ['profile', 'text'],
  ],
  'src/app/features': [[EVERY]],
  'src/app/features/shell': [['frame'], ['connection', 'install', 'keys', 'menu', 'messages', 'session']],
  'src/app/text': [['frame', 'manage'], ['lists'], ['document', 'person', 'sending'], ['words']],
  'src/app/acts': [['listing'], ['attach', 'document', 'model', 'print', 'rows'], ['take-back'], ['notices']],
  'src/app/shared': [['manage'], ['document', 'draft', 'files', 'form'], ['screen'], ['connection']],
  'src/ui': [['kit'], ['fields', 'frame'], ['document-look', 'feedback', 'overlays'], ['actions'], ['base']],
  'src/server': [
    ['entry'],
    ['operation', 'routes'],
    ['demo', 'import', 'openapi'],
    ['commands', 'http', 'jobs'],
    ['call', 'services'],
    ['once', 'presenters', 'sync'],
    ['export', 'queries'],
    ['postgres'],
    ['accesses', 'events', 'files', 'mail', 'push', 'sessions', 'signing'],
    ['db', 'policies', 'reporting'],
    ['config'],
  ],
  'src/server/commands': [['reference'], ['people'], ['documents'], ['frame']],
};

/**
 * Inner room of `path` in `room`, or the part of one that has a floor of its own; null for a file
 * that stands in the room itself, undefined outside of it.
 */
function innerOf(path, room) {
  if (!path.startsWith(`${room}/`)) return undefined;
  const [inner, file] = path.slice(room.length + 1).split('/');
  if (file === undefined) return null;
  const part = `${inner}/${file}`;
  return FLOORS[room].some((floor) => floor.includes(part)) ? part : inner;
}

/** Path from the root of what `specifier` names in the file `from`; null for a package. */
function targetOf(specifier, from) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier.startsWith('.')
    ? normalize(join(dirname(from), specifier))
        .split(sep)
        .join('/')
    : null;
}

/** Why `room` refuses this import; null where it does not. */
function refusalIn(room, { from, target }) {
  const here = innerOf(from, room);
  if (here === undefined) return null;
  const floorOf = (inner) => FLOORS[room].findIndex((floor) => floor.includes(inner) || floor.includes(EVERY));
  if (here === null || floorOf(here) === -1) return `${from} stands on no floor of ${room} (test/floors.mjs)`;
  const there = innerOf(target, room);
  if (there === undefined || there === here || floorOf(there) > floorOf(here)) return null;
  return `${here} may not use ${there ?? target}: the floors of ${room} are in test/floors.mjs`;
}

const floors = {
  create(context) {
    const from = relative(ROOT, context.filename).split(sep).join('/');
    const isTest = /\.(test|d)\.m?tsx?$/.test(from);
    if (isTest || !Object.keys(FLOORS).some((room) => innerOf(from, room) !== undefined)) return {};
    const check = (node) => {
      const target = typeof node?.value === 'string' ? targetOf(node.value, from) : null;
      if (target === null) return;
      for (const room of Object.keys(FLOORS)) {
        const message = refusalIn(room, { from, target });
        if (message !== null) context.report({ node, message });
      }
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    };
  },
};

export default { meta: { name: 'house' }, rules: { floors } };
