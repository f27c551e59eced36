import { Button, LinkButton } from '#ui/actions/button.tsx';
import { TextButton } from '#ui/actions/link.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useKeyboardOpen } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { FORM, keptText } from '../../text/manage/manage.ts';
import { MissingLine } from '../form/missing-line.tsx';
import { useClosedWhile } from '../form/use-sending.ts';
import { footRef } from '../screen/foot-ref.ts';
import { focusField, otherErrors, placeOf } from './form-fields.ts';
import styles from './form-frame.module.css';
import type { ManageForm } from './use-manage-form.ts';

/**
 * Wraps a field in an element with its id, to which "Falta" and refusals lead. `name`: the field's
 * name on the wire.
 */
export function FormField({ name, children }: { name: string; children: ReactNode }) {
  return <div id={placeOf(name)}>{children}</div>;
}

/**
 * A form of reference data: cards, refusals and footer. `fields`: the names on the wire of its
 * fields, in their order on screen. After a refusal the focus goes to the first refused one.
 */
export function ManageFormBody<Fields>(props: {
  form: ManageForm<Fields>;
  fields: readonly string[];
  submitLabel: string;
  submitIcon?: IconType | undefined;
  /** The form edits a row and changes nothing yet. */
  isUnchanged?: boolean | undefined;
  /** Why the form can't be sent now, as the last word of "Falta": `conexão`. */
  blocked?: string | undefined;
  /** What sending will do. It stands in the footer once nothing is missing. */
  hint?: string | undefined;
  cancelHref: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { form, fields, submitLabel, submitIcon, isUnchanged = false, blocked, hint } = props;
  const { cancelHref, onSubmit, children } = props;
  const body = useClosedWhile<HTMLDivElement>(form.isSending);
  const others = otherErrors(form.errors, fields);
  useFocusOnRefused(form.errors, fields);
  const isReady = form.missing.length === 0 && blocked === undefined && !form.isSending && !isUnchanged;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSubmit();
      }}
    >
      <div ref={body} className={styles.form}>
        {others.length === 0 ? null : (
          <div className={styles.problems} id={placeOf('outros')}>
            <Banner tone="danger" role="alert">
              <ul>
                {others.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Banner>
          </div>
        )}
        {children}
      </div>
      <Footer
        form={form}
        isUnchanged={isUnchanged}
        blocked={blocked}
        hint={isReady ? hint : undefined}
        cancelHref={cancelHref}
      >
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={submitIcon}
          isDisabled={!isReady}
          isPending={form.isSending}
        >
          {submitLabel}
        </Button>
      </Footer>
    </form>
  );
}

/** After a refusal the focus goes to the first refused field, in the order of the page. */
function useFocusOnRefused(errors: ManageForm<unknown>['errors'], fields: readonly string[]): void {
  const before = useRef(errors);
  useEffect(() => {
    const isNew = before.current !== errors && Object.keys(before.current).length === 0;
    before.current = errors;
    if (!isNew) return;
    const [first] = fields.filter((field) => errors[field] !== undefined);
    if (first !== undefined) focusField(first);
  }, [errors, fields]);
}

function Footer(props: {
  form: ManageForm<unknown>;
  isUnchanged: boolean;
  blocked: string | undefined;
  hint: string | undefined;
  cancelHref: string;
  children: ReactNode;
}) {
  const { form, isUnchanged, blocked, hint, cancelHref, children } = props;
  const { zone } = useProfile();
  const isKeyboardOpen = useKeyboardOpen();
  const missing = [
    ...form.missing.map(({ field, word }) => ({ word, onPress: () => focusField(field) })),
    ...(blocked === undefined ? [] : [{ word: blocked }]),
  ];
  return (
    <div ref={footRef} className={styles.footer} data-keyboard={isKeyboardOpen}>
      {children}
      <LinkButton href={cancelHref} variant="quiet">
        {FORM.cancel}
      </LinkButton>
      {isUnchanged ? <p className={styles.missing}>{FORM.unchanged}</p> : null}
      {missing.length === 0 ? null : (
        <p className={styles.missing}>
          <MissingLine words={missing} />
        </p>
      )}
      {hint === undefined ? null : <p className={styles.effect}>{hint}</p>}
      {form.keptAtMs === null ? null : (
        <p className={styles.kept}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden />
          {keptText(form.keptAtMs, zone)}
          <TextButton onPress={() => void form.startOver()}>{FORM.startOver}</TextButton>
        </p>
      )}
    </div>
  );
}
