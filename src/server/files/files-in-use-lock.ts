/** Advisory lock: held while a backup reads stored files, so that none is collected under it. */
export const FILES_IN_USE_LOCK = 726_106;
