import { notify } from '#ui/feedback/toast.tsx';

/**
 * Tells a person that this device could not keep what they have just chosen. `kept`: the choice on
 * its way into storage.
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
 * The same for facts that are no person's choice, such as that something was shown: it is shown
 * once more, without a message.
 */
export function keepInPassing(kept: Promise<unknown>): void {
  kept.catch(() => undefined);
}
