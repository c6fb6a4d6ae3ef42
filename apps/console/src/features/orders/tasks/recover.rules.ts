/** Pasted order numbers: one per line, or separated by commas and spaces; each once, in their order. */
export const readNumbers = (text: string): string[] => [
  ...new Set(text.split(/[\s,，、;；]+/).filter((one) => one !== '')),
]
