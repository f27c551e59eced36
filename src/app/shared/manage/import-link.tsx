import { LinkButton } from '#ui/actions/link-button.tsx';
import { FileUp } from 'lucide-react';
import { FORM } from '../../text/manage/manage-form.ts';

/** Beside the button that makes one row: the way to many at once. Nothing without the permission. */
export function ImportLink({ href }: { href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <LinkButton href={href} icon={FileUp}>
      {FORM.import}
    </LinkButton>
  );
}
