/** The next Tab goes to the first control of the page: the menu and the open tabs before it need not be gone through. */
export const focusContent = (): void => document.querySelector('main')?.focus()
