// The human check of the login (rule H1): the widget of ALTCHA, with files from our server and its
// work in a worker on this device. The login imports it late. The content security policy allows
// only the widget's `external` build.

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
 * The widget's configuration: without its footer and logo, and without data about pointer
 * movements.
 */
export const CONFIGURATION = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false });

export const CHALLENGE_URL = BASE_URL + PATHS.humanVerification;
