import type { ProductPicture, ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { PictureLanguage } from '@huoqiao/contract/translations/pictures.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { queryClient, readKey } from '../../../lib/query-client.ts'
import type { Done } from '../../../lib/use-call.ts'
import { useAct } from '../../../lib/use-call.ts'
import { useKeptTyping } from './use-kept-typing.ts'

type Typed = { text?: string; language?: PictureLanguage }
type Faults = Readonly<Record<string, string>>
export type PictureWords = ReturnType<typeof usePictureWords>

/** The words on pictures that a person typed and has not saved, and the actions on one picture. */
export function usePictureWords(productId: string, locale: Locale) {
  const typing = useKeptTyping<Typed & { over: string }>(`picture-words:${productId}.${locale}`)
  const { typed } = typing
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
  const saved = ({ pictureId }: ProductPicture, { pictures }: ProductPictures): void =>
    typing.saved({ [pictureId]: typed[pictureId] }, (id) => pictures.find((one) => one.pictureId === id)?.words ?? '')

  async function act(picture: ProductPicture, run: () => Promise<Done<ProductPictures>>, after: string): Promise<void> {
    setBusy(picture.pictureId)
    const done = await run()
    setBusy(undefined)
    const { refusal, current } = done.ok ? {} : (done.error.explanation ?? {})
    // As in use-editor: the next save is based on what others saved.
    if (refusal === 'stale' && current)
      queryClient.setQueryData(readKey('getProductPictures', { productId, locale }), current)
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
        if (done.ok) saved(picture, done.data)
        return done
      },
      '已保存',
    )

  return {
    of,
    faults,
    /** the picture whose action is running */
    busy,
    /** number of pictures with unsaved input */
    dirty: Object.values(typed).length,
    notes: typing.notes,
    type: ({ pictureId, words }: ProductPicture, what: Typed): void =>
      typing.type(pictureId, { over: words, ...typed[pictureId], ...what }),
    /** The stored words, if others saved them after the person began to type; otherwise undefined. */
    theirs({ pictureId, words }: ProductPicture): string | undefined {
      const mine = typed[pictureId]
      if (mine?.text === undefined || busy === pictureId) return undefined
      return mine.over !== words && mine.text !== words ? words : undefined
    },
    takeTheirs: ({ pictureId }: ProductPicture): void => typing.forget(pictureId),
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
          if (done.ok) saved(picture, done.data)
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
/** Guessed from the script of the text; the person can choose another language. */
const guessedLanguage = (text: string): PictureLanguage => SCRIPTS.find(([letters]) => letters.test(text))?.[1] ?? 'en'
