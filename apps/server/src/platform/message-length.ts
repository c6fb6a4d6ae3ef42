/** Maximum length of a stored message: why something failed, including the vendor's words. */
export const MESSAGE_CHARS = 500
