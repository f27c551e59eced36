import { useEffect, useState } from 'react';

/** Below this the next attachment may not fit (20 MB a file, 60 MB a request). */
const LOW_BYTES = 80_000_000;

/** Whether the device has little room left for us. Asked once a screen; browsers without the answer say no. */
export function useStorageLow(): boolean {
  const [isLow, setIsLow] = useState(false);
  useEffect(() => {
    let gone = false;
    const storage = (navigator as { storage?: StorageManager }).storage;
    void storage?.estimate?.().then(({ quota, usage }) => {
      if (!gone && quota !== undefined && usage !== undefined) setIsLow(quota - usage < LOW_BYTES);
    }, ignored);
    return () => {
      gone = true;
    };
  }, []);
  return isLow;
}

/** An estimate that can't be had changes nothing. */
function ignored(): void {}
