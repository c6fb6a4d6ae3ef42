/** Order numbers as people paste them: one a line, or apart by commas and spaces; each once, in their order. */
export const readNumbers = (text: string): string[] => [
  ...new Set(text.split(/[\s,，、;；]+/).filter((one) => one !== '')),
]
