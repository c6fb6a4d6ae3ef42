import type { StateTable } from '../states.ts'
import { defineStates } from '../states.ts'
import { LOCALES } from './translations.status.ts'

/** State of the words on a picture. A picture that was not looked at yet has no row. */
export type PictureState = 'unseen' | 'blank' | 'words'
export const PICTURE_STATES: StateTable<PictureState> = defineStates<PictureState>('picture-words', {
  unseen: { label: '没看过', hue: 'waiting', next: ['blank', 'words'] },
  blank: { label: '没有文字', hue: 'done', next: ['words'] },
  words: { label: '有文字', hue: 'moving', next: ['blank'] },
})

/** Who entered the words: a person, which is final, or a provider that read the picture. */
export const PICTURE_ORIGINS = { manual: '人工', machine: '识别' } as const
export type PictureOrigin = keyof typeof PICTURE_ORIGINS

/** The words may be in a language into which no shop is translated. */
export const PICTURE_LANGUAGES = { ...LOCALES, other: '其他语言' } as const
export type PictureLanguage = keyof typeof PICTURE_LANGUAGES

/** Most characters of the words on one picture. */
export const PICTURE_WORDS_MOST = 2000
