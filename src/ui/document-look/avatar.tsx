import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from '../base/class-names.ts';

export type AvatarProps = {
  name: string;
  src?: string | undefined;
  size?: 28 | 32 | 36 | 40 | 44 | 88 | undefined;
  isSelf?: boolean | undefined;
  isPencil?: boolean | undefined;
};

/**
 * A photo, or initials in one of four tints, always the same for a name; initials too when the
 * photo does not load. Decorative: the name is beside it.
 */
export function Avatar({ name, src, size = 40, isSelf, isPencil }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const tint = isPencil ? styles.pencil : isSelf ? styles.self : styles[`tint${tintOf(name)}`];
  return (
    <span className={classNames(styles.avatar, styles[`s${size}`], tint)} translate="no" aria-hidden>
      {src && src !== failed ? (
        <img src={src} alt="" className={styles.photo} onError={() => setFailed(src)} />
      ) : (
        <span>{initialsOf(name)}</span>
      )}
    </span>
  );
}

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (sum % 4) + 1;
}
