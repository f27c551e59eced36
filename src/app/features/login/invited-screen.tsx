import { isBlank } from '#domain/text.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { INVITED, LOGIN, missingText, RECOVER } from '../../text/person/login.ts';
import styles from './login-screen.module.css';
import { PublicFrame } from './public-frame.tsx';

const LETTERS = 16;

/**
 * The screen of a printed invitation: the person types its code, and the form for a first password
 * opens.
 */
export function InvitedScreen() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState('');
  const code = codeOf(typed);
  const lacks = [
    ...(isBlank(email) ? [LOGIN.lacks.email] : []),
    ...(code.letters === LETTERS ? [] : [INVITED.lacks(LETTERS - code.letters)]),
  ];
  const isReady = !isBlank(email) && code.letters === LETTERS;

  function open(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const search = { email: email.trim() };
    void navigate({ to: '/password-reset/$token', params: { token: code.written }, search });
  }

  return (
    <PublicFrame isWaiting={false}>
      <Link href="/login" tone="action">
        {RECOVER.back}
      </Link>
      <ScreenHeading windowTitle={INVITED.title}>{INVITED.title}</ScreenHeading>
      <p className={styles.needed}>{INVITED.hint}</p>
      <form className={styles.form} onSubmit={open} noValidate>
        <TextField
          label={LOGIN.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          size="lg"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={INVITED.code}
          name="code"
          autoComplete="one-time-code"
          spellCheck="false"
          size="lg"
          placeholder={INVITED.placeholder}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" variant="primary" size="lg" isWide isDisabled={!isReady}>
          {INVITED.go}
        </Button>
        {isReady ? null : <p className={styles.missing}>{missingText(lacks)}</p>}
      </form>
    </PublicFrame>
  );
}

/**
 * Writes a code as `K7QM-2B4D-XW9F-3HTR`, however it was typed. Letters beyond the length of a code
 * are kept.
 */
function codeOf(typed: string): { readonly written: string; readonly letters: number } {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return { written: letters.match(/.{1,4}/g)?.join('-') ?? '', letters: letters.length };
}
