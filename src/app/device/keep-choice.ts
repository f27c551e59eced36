import { notify } from '#ui/feedback/toast.tsx';

/**
 * Shows a message when this device could not store what a person has just chosen. `kept`: the
 * promise of storing it.
 */
export function keepChoice(kept: Promise<unknown>): void {
  kept.catch(() =>
    notify({
      title: 'Sua escolha não pôde ser guardada neste aparelho. Tente de novo.',
      tone: 'danger',
      about: 'device-choice',
    }),
  );
}

/**
 * Like `keepChoice` without a message, for facts that no person chose, such as that a hint was
 * shown. When one is not stored, the hint is shown once more.
 */
export function keepInPassing(kept: Promise<unknown>): void {
  kept.catch(() => undefined);
}
