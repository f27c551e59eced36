// The focus after a reply, where what is drawn of the next one is behind its person.

import { chooseEditor } from '#app/device/editor-choice.ts';
import { ReplyBox } from '#app/features/respond/reply-box.tsx';
import { useProfile, useLive } from '#app/profile/profile.tsx';
import { placeId } from '#app/shared/screen/use-place.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { viewDocument } from '#mirror/questions/view-document.ts';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { field, fill, press, until } from './harness/hand.ts';
import { show } from './harness/show.tsx';
import { openTown } from './harness/town.ts';

const ROW = buildDocumentRow({ responsibles: [PEOPLE.bia] });

const nothing = () => undefined;

test('the focus stays in the reply box when its message comes before the screen has followed the next letter', async () => {
  const mirror = await openTown('Servidor', [ROW]);
  const fields = { content: '<p>Equipe enviada.</p>', limitDate: ROW.limit_date, responsibleId: null };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), fields, fileIds: [], savedAtMs: NOW_MS });
  chooseEditor('simple');
  const screen = new EventTarget();
  function Screen() {
    const { mirror: mine, person, today, zone } = useProfile();
    const view = useLive(
      () => viewDocument(mine, { address: 's:1', person, today, zone }),
      [mine, person, today, zone],
    );
    const [hasThread, setThread] = useState(false);
    useEffect(() => {
      // A drawing that waits for nothing.
      screen.addEventListener('thread', () => flushSync(() => setThread(true)));
    }, []);
    if (!view) return null;
    return (
      <>
        {hasThread ? view.thread.map(({ key }) => <p key={key} id={placeId(key)} />) : null}
        <p>{view.thread.map(({ key }) => key).join(' ')}</p>
        <ReplyBox view={view} editing={null} onEdited={nothing} more={() => null} pagesOpen={[null, nothing]} />
      </>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory(),
  });
  await show(mirror, () => <RouterProvider router={router} />);
  await press('button', 'Responder');
  const box = await until(async () => {
    const next = await field('Sua resposta');
    expect(next.value).toBe('');
    expect(document.body.textContent).toContain('c:');
    return next;
  });
  await fill('Sua resposta', 'S');
  screen.dispatchEvent(new Event('thread'));
  expect(document.querySelector("[id^='lugar-c-']")).not.toBeNull();
  // Effects of a drawing come after it.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).toBe(box);
});
