import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Check } from 'lucide-react';
import { footRef } from '../../shared/screen/foot-ref.ts';
import { missingText, PROFILE } from '../../text/person/profile.ts';
import styles from './profile-screen.module.css';
import type { Save } from './use-save.ts';

/**
 * The foot of a form of the profile: Salvar, and beside it why it can't be pressed, or whom the
 * change reaches.
 */
export function ProfileFooter(props: {
  save: Save;
  missing: readonly string[];
  isChanged: boolean;
  /** What saving means, when nothing stands in its way. */
  meaning?: string | undefined;
}) {
  const { save, missing, isChanged, meaning } = props;
  const others = save.errors[''] ?? [];
  const why =
    save.blocked ??
    (missing.length > 0 ? missingText(missing) : isChanged ? (meaning ?? null) : (meaning ?? PROFILE.unchanged));
  return (
    <>
      {others.length === 0 ? null : (
        <Banner tone="danger" role="alert">
          {others.join(' ')}
        </Banner>
      )}
      <div ref={footRef} className={styles.footer}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={Check}
          isDisabled={save.blocked !== null || missing.length > 0 || !isChanged}
          isPending={save.isSaving}
        >
          {save.isSaving ? PROFILE.saving : PROFILE.save}
        </Button>
        {why === null ? null : <p className={styles.why}>{why}</p>}
      </div>
    </>
  );
}
