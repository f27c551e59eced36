/**
 * Advisory lock that a backup holds while it reads stored files, so that none of them is removed
 * meanwhile.
 */
export const FILES_IN_USE_LOCK = 726_106;
