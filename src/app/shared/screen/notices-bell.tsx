import { IconButton } from '#ui/actions/icon-button.tsx';
import { Bell } from 'lucide-react';
import { useHasNews } from './use-news.ts';
import { usePanel } from './use-panel.ts';

/**
 * The bell of "Avisos" at the end of the head of every screen, with a red dot while something is
 * new. On phones "Avisos" is in the menu at the foot of the window instead.
 */
export function NoticesBell() {
  const news = usePanel('avisos');
  const hasNews = useHasNews();
  return (
    <IconButton
      id="sino"
      icon={Bell}
      label="Avisos"
      dotLabel={hasNews ? 'Há novidades' : undefined}
      onPress={news.open}
    />
  );
}
