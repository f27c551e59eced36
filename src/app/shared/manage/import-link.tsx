import { LinkButton } from '#ui/actions/button.tsx';
import { FileUp } from 'lucide-react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { FORM } from '../../text/manage/manage.ts';

/**
 * Beside the button that makes one row: the way to many at once. Nothing without the permission.
 */
export function ImportLink({ href }: { href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <LinkButton href={href} icon={FileUp}>
      {FORM.import}
    </LinkButton>
  );
}

/** The link on phones, above the list: their bar has room for one act. */
export function PhoneImportLink({ href }: { href: string | undefined }) {
  const kind = useLayoutKind();
  return kind === 'phone' ? <ImportLink href={href} /> : null;
}
