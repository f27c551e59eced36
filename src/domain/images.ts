// What the server takes and keeps of photos and logos (rule H10).

export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 16_000_000;
/** The longer side of what is kept, in pixels. */
export const IMAGE_EDGE = 512;
