// The camera of a computer, whose picture is shown in the page.

import { CameraDialog } from '#app/acts/attach/camera-dialog.tsx';
import { expect, test, vi } from 'vitest';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { find, until } from './harness/hand.ts';
import { show } from './harness/show.tsx';

test('a second press before the first photograph is there takes no other', async () => {
  const mediaDevices = { getUserMedia: async () => ({ getTracks: () => [] }) };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  const answers: BlobCallback[] = [];
  const canvas = HTMLCanvasElement.prototype;
  const drawn = vi.spyOn(canvas, 'getContext').mockReturnValue(null);
  const asked = vi.spyOn(canvas, 'toBlob').mockImplementation((answer) => void answers.push(answer));
  const photos: File[] = [];
  const mirror = await openTestMirror();
  await show(mirror, () => (
    <CameraDialog isOpen onClose={() => undefined} onPhoto={(photo) => void photos.push(photo)} />
  ));
  const video = await until(() => {
    const found = document.querySelector('video');
    if (found === null) throw new Error('no picture of the camera');
    return found;
  });
  video.dispatchEvent(new Event('loadeddata'));
  const shutter = await find('button', 'Fotografar');
  shutter.click();
  shutter.click();
  for (const answer of answers) answer(new Blob(['photo'], { type: 'image/jpeg' }));
  await until(() => expect(photos).toHaveLength(1));
  expect(answers).toHaveLength(1);
  // The next photograph can be taken.
  shutter.click();
  expect(answers).toHaveLength(2);
  drawn.mockRestore();
  asked.mockRestore();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});
