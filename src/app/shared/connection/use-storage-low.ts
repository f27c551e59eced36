import { useEffect, useState } from 'react';
import { isStorageLow } from '../../device/storage-facts.ts';

/** Whether little space is left on the device. Asked once per screen. */
export function useStorageLow(): boolean {
  const [isLow, setIsLow] = useState(false);
  useEffect(() => {
    let gone = false;
    void isStorageLow().then((found) => {
      if (!gone) setIsLow(found);
    });
    return () => {
      gone = true;
    };
  }, []);
  return isLow;
}
