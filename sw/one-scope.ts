/**
 * Throws in a worker that was registered for a part of the application only: its script then counts
 * as broken and nothing is installed. Two workers would each send the outbox and serve their own
 * version of the application.
 */
export function refuseSecondScope({ scope }: Pick<ServiceWorkerRegistration, 'scope'>): void {
  if (new URL(scope).pathname !== '/') throw new Error(`one worker serves the whole application, not ${scope}`);
}
