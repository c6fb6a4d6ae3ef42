/** Characters kept of a sentence that a row or a notice carries: why something went wrong, with what the vendor said. */
export const MESSAGE_CHARS = 500
