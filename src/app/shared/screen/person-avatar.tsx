import { Avatar } from '#ui/document-look/avatar.tsx';
import { fullName, type PersonName } from '../../text/words/format.ts';

/** A person's photo or initials; decorative, the name is beside it. */
export function PersonAvatar(props: {
  person: PersonName & { readonly image?: string | null | undefined };
  size?: 28 | 32 | 36 | 40 | 44 | 88;
  isSelf?: boolean;
  isPencil?: boolean;
}) {
  const { person, size = 40, isSelf = false, isPencil = false } = props;
  return (
    <Avatar name={fullName(person)} src={person.image ?? undefined} size={size} isSelf={isSelf} isPencil={isPencil} />
  );
}
