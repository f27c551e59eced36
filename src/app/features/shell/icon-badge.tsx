import { useEffect } from 'react';
import { setAppBadge } from '../../device/app-badge.ts';
import { useNews } from '../../shared/screen/use-news.ts';

/** The number on the icon of the installed application: what needs the person and what is new. None after a logout. */
export function IconBadge() {
  const news = useNews();
  const count = news === undefined ? null : news.needsYou + news.unread.length;
  useEffect(() => {
    if (count === null) return undefined;
    setAppBadge(count);
    return () => setAppBadge(0);
  }, [count]);
  return null;
}
