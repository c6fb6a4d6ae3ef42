import type { ProductPicture } from '@huoqiao/contract/translations/pictures.schema'
import type { PictureLanguage } from '@huoqiao/contract/translations/pictures.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'

type Typed = { text?: string; language?: PictureLanguage }
type Faults = Readonly<Record<string, string>>
export type PictureWords = ReturnType<typeof usePictureWords>

/** What a person typed of pictures and has not saved, and what can be done with one. */
export function usePictureWords(productId: string, locale: Locale) {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState<string>()
  const saving = useAct('savePictureWords')
  const recognising = useAct('recognisePicture')
  const accepting = useAct('acceptPicture')

  const of = (picture: ProductPicture): { text: string; language: PictureLanguage | undefined; isTyped: boolean } => {
    const mine = typed[picture.pictureId]
    const text = mine?.text ?? picture.words
    const guessed = text.trim() === '' ? undefined : guessedLanguage(text)
    const language = mine?.language ?? (text === picture.words ? (picture.language ?? guessed) : guessed)
    return { text, language, isTyped: text !== picture.words || (text !== '' && language !== picture.language) }
  }
  const forget = ({ pictureId }: ProductPicture): void =>
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([id]) => id !== pictureId)))

  type Failed = { ok: false; error: { explanation?: { fields?: Record<string, string> | undefined } | undefined } }
  async function act(picture: ProductPicture, run: () => Promise<{ ok: true } | Failed>, after: string): Promise<void> {
    setBusy(picture.pictureId)
    const done = await run()
    setBusy(undefined)
    const [fault] = done.ok ? [] : Object.values(done.error.explanation?.fields ?? {})
    setFaults(({ [picture.pictureId]: _former, ...others }) =>
      fault === undefined ? others : { ...others, [picture.pictureId]: fault },
    )
    if (!done.ok) return
    toast.success(after)
  }
  const save = (picture: ProductPicture, as: { words?: string; language?: PictureLanguage | undefined }) =>
    act(
      picture,
      async () => {
        const { pictureId, version } = picture
        const done = await saving.run({ productId, pictureId, locale, version, ...as })
        if (done.ok) forget(picture)
        return done
      },
      '已保存',
    )

  return {
    of,
    faults,
    /** the picture that something is done with */
    busy,
    /** how many pictures have something typed that is not saved */
    dirty: Object.values(typed).length,
    type: ({ pictureId }: ProductPicture, what: Typed): void =>
      setTyped((now) => ({ ...now, [pictureId]: { ...now[pictureId], ...what } })),
    async save(picture: ProductPicture): Promise<void> {
      const { text, language, isTyped } = of(picture)
      if (text.trim() === '') toast.error('先填写图片上的文字；没有文字就点“没有文字”')
      else if (!isTyped && picture.origin === 'manual') toast.error('没有改动')
      else await save(picture, { words: text.trim(), language })
    },
    saveBlank: (picture: ProductPicture): Promise<void> => save(picture, {}),
    recognise: (picture: ProductPicture): Promise<void> =>
      act(
        picture,
        async () => {
          const done = await recognising.run({ productId, pictureId: picture.pictureId, locale })
          if (done.ok) forget(picture)
          return done
        },
        '识别好了，请核对',
      ),
    accept: (picture: ProductPicture, accepted: boolean): Promise<void> =>
      act(
        picture,
        () => accepting.run({ productId, pictureId: picture.pictureId, locale, version: picture.version, accepted }),
        accepted ? '不再提醒' : '会再提醒',
      ),
  }
}

const SCRIPTS: readonly (readonly [RegExp, PictureLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh-CN'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Thai}/u, 'th'],
]
/** By its letters; the person can choose another one. */
const guessedLanguage = (text: string): PictureLanguage => SCRIPTS.find(([letters]) => letters.test(text))?.[1] ?? 'en'
