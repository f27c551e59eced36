import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import type { Mirror } from '../store/schema.ts';
import { usedBefore } from './used-before.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const { ana, bia, caio, davi } = PEOPLE;

it('what a person sent last comes first: the commands of this device, then the newest documents that they made', async () => {
  await applyPage(
    mirror,
    buildPage([
      putDocument(buildDocumentRow({ id: 1, created_at: '2026-11-10T09:00:00.000Z', responsibles: [bia] })),
      putDocument(
        buildDocumentRow({
          id: 2,
          created_at: '2026-11-12T09:00:00.000Z',
          responsibles: [caio],
          organizations: [SECTORS.archive],
        }),
      ),
      putDocument(buildDocumentRow({ id: 3, created_by: bia.id, creator: bia, responsibles: [ana] })),
    ]),
  );
  await mirror.commands.add(
    buildCommand('respond', {
      payload: { content: '', limit_date: null, responsible_ids: [davi.id], organization_ids: [] },
    }),
  );
  expect(await usedBefore(mirror, { userId: ana.id })).toEqual({
    people: [davi.id, caio.id, bia.id],
    organizations: [SECTORS.archive.id, SECTORS.traffic.id],
  });
});

it('somebody else on the same device has nothing of it', async () => {
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
  expect(await usedBefore(mirror, { userId: caio.id })).toEqual({ people: [], organizations: [] });
});
