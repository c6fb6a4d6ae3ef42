/** How translations treat a word of the glossary. */
export const TERM_KINDS = {
  forced: '强制译法',
  keep: '保持原文',
  forbidden: '违禁词',
} as const
export type TermKind = keyof typeof TERM_KINDS
