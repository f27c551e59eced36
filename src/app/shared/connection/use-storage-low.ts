import { useEffect, useState } from 'react';

/** With less free space than this the next attachment may not fit (20 MB per file, 60 MB per request). */
const LOW_BYTES = 80_000_000;

/** Whether little space is left on the device. Asked once per screen; false in browsers that don't answer. */
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

/** Without an estimate the last answer stays. */
function ignored(): void {}
