// How this device takes a photograph. A phone has its own camera application behind a file input
// with `capture`: full resolution, focus and light, no permission to ask for, and it works offline
// in an application installed on iOS too. A browser of a computer ignores `capture`, so a page
// there shows the picture of the camera itself.

import { useEffect, useState } from 'react';
import { useMedia } from './use-layout-kind.ts';

/**
 * `capture`: the system's camera. `stream`: the camera's picture in the page. Null = there is no
 * camera.
 */
export type CameraWay = 'capture' | 'stream' | null;

/** How a photograph is taken here; a camera that is plugged in later counts too. */
export function useCameraWay(): CameraWay {
  const isTouch = useMedia('(pointer: coarse)');
  const hasCamera = useHasCamera(!isTouch);
  if (isTouch) return 'capture';
  return hasCamera ? 'stream' : null;
}

function useHasCamera(isAsked: boolean): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    // Browsers have no `mediaDevices` where the page is not served over a secure connection.
    const devices = (navigator as Partial<Pick<Navigator, 'mediaDevices'>>).mediaDevices;
    if (devices === undefined || !isAsked) return undefined;
    let isOver = false;
    const look = () =>
      void devices.enumerateDevices().then(
        (all) => {
          if (!isOver) setHasCamera(all.some((device) => device.kind === 'videoinput'));
        },
        () => undefined,
      );
    look();
    devices.addEventListener('devicechange', look);
    return () => {
      isOver = true;
      devices.removeEventListener('devicechange', look);
    };
  }, [isAsked]);
  return hasCamera;
}

/** Opens the camera with its largest picture and without sound. Throws a DOMException. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } },
  });
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

const QUALITY = 0.92;

/**
 * The present picture of the camera, as a JPEG. Null = there is no picture yet, or no memory for
 * one.
 */
export function photographOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
