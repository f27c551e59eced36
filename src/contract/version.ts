import { version } from '../../package.json';

/**
 * Version of the product, from package.json: the one source for the footer, /health and the log.
 */
export const VERSION: string = version;
