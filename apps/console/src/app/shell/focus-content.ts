/** Focuses the page, so that the next Tab reaches its first control without passing through the menu and the open tabs. */
export const focusContent = (): void => document.querySelector('main')?.focus()
