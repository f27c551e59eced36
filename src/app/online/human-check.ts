// The human check of the login (rule H1): ALTCHA's own element, with files served by us and its
// work done in a worker on this device. Only the login imports it, lazily. Under the strict policy
// only the `external` build runs.

import 'altcha/altcha.css';
import 'altcha/external';
import 'altcha/i18n/pt-br';
import { PATHS } from '#contract/paths.ts';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { BASE_URL } from './page-server.ts';

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

$altcha.i18n.set('pt-br', {
  ...$altcha.i18n.get('pt-br'),
  label: 'Não sou um robô',
  verified: 'Não sou um robô',
});

/**
 * The widget's configuration attribute: without its own frame, and no data about pointers leaves
 * the device.
 */
export const CONFIGURATION = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false });

/** The address from which the widget gets its challenge. */
export const CHALLENGE_URL = BASE_URL + PATHS.humanVerification;
