import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { picturesNeeded, wordsOf } from './pictures.rules.ts'
import type { ShownPicture } from './pictures.rules.ts'
import { savePictureRows } from './pictures.store.ts'
import type { PictureRow } from './pictures.store.ts'
import { picturesView, RECYCLED, titleOf } from './pictures.view.ts'
import type { ProvidersService } from './providers.service.ts'
import type { OpenProduct, TextWriting } from './text-writing.service.ts'
import type { PictureNeed } from './translations.types.ts'

type Endpoints = typeof ENDPOINTS
export type PicturesService = ReturnType<typeof picturesService>
type Deps = { writing: TextWriting; providers: Pick<ProvidersService, 'hasPictureReader'> }
export type Seen = Pick<PictureRow, 'words' | 'language' | 'origin' | 'providerName' | 'accepted'>

/** The words on the pictures of a product: reading, and saving what a person entered. */
export function picturesService({ writing, providers }: Deps) {
  const found = async (tx: Tx, productId: string, isLocked = false): Promise<OpenProduct | undefined> =>
    (await (isLocked ? writing.openLocked(tx, [productId]) : writing.open(tx, [productId]))).get(productId)

  async function opened(tx: Tx, productId: string, isLocked = false): Promise<OpenProduct> {
    const product = await found(tx, productId, isLocked)
    if (product === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return product
  }

  const view = async (tx: Tx, productId: string, locale: string): Promise<ProductPictures> =>
    picturesView(await opened(tx, productId), locale, await providers.hasPictureReader(tx))

  const pictureIn = (product: OpenProduct, pictureId: string): ShownPicture => {
    const picture = product.pictures.find(({ id }) => id === pictureId)
    if (picture === undefined) throw new Refusal('not-found', { why: '商品没有这张图片了，请刷新' })
    return picture
  }

  /** Opens a picture for a change by a person. Refuses with `stale` if its words are no longer the ones that the person saw. */
  async function forEditing(
    tx: Tx,
    call: Call,
    of: { productId: string; pictureId: string; locale: string; version: number },
  ) {
    const product = await opened(tx, of.productId, true)
    call.notes.object('translation', of.productId, titleOf(product))
    if (product.doc.recycledAt !== null) throw new Refusal('state-not-allowed', { why: RECYCLED })
    const picture = pictureIn(product, of.pictureId)
    const row = wordsOf(picture, product.words)
    if ((row?.version ?? 0) !== of.version)
      throw new Refusal('stale', { current: await view(tx, of.productId, of.locale) })
    return { product, picture, row }
  }

  /** Writes the words of a picture and updates the counts of the grid. The caller holds the lock of the product. */
  async function keep(tx: Tx, product: OpenProduct, picture: ShownPicture, seen: Seen, by: By): Promise<void> {
    const { id: productId } = product.doc
    const former = product.words.find(({ pictureId }) => pictureId === picture.id)
    await savePictureRows(tx, [
      {
        ...seen,
        productId,
        pictureId: picture.id,
        urlDigest: picture.urlDigest,
        accepted: [...seen.accepted],
        byId: by.accountId,
        byName: by.name,
        version: (former?.version ?? 0) + 1,
        at: writing.now(),
      },
    ])
    await writing.recount(tx, [productId])
  }

  return {
    found,
    opened,
    pictureIn,
    view,
    keep,

    getProductPictures: (
      tx: Tx,
      { productId, locale }: InputOf<Endpoints['getProductPictures']>,
    ): Promise<ProductPictures> => view(tx, productId, locale),

    async savePictureWords(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['savePictureWords']>,
    ): Promise<ProductPictures> {
      const { words, language } = input
      if (words !== '' && language === undefined) throw invalidField('language', '请选择文字是什么语言')
      const { product, picture, row } = await forEditing(tx, call, input)
      const seen = { words, language: words === '' ? null : language! }
      const isSame = row !== undefined && row.words === seen.words && row.language === seen.language
      // With other words the picture must be accepted again.
      const accepted = isSame ? row.accepted : []
      await keep(tx, product, picture, { ...seen, origin: 'manual', providerName: null, accepted }, byOf(call))
      call.notes.change(
        `${picture.label}上的文字`,
        row === undefined ? null : row.words || '没有文字',
        words || '没有文字',
      )
      return view(tx, input.productId, input.locale)
    },

    async acceptPicture(tx: Tx, call: Call, input: InputOf<Endpoints['acceptPicture']>): Promise<ProductPictures> {
      const { product, picture, row } = await forEditing(tx, call, input)
      if (row === undefined || row.words === '') throw new Refusal('state-not-allowed', { why: '图片上没有文字' })
      const was = row.accepted.includes(input.locale)
      if (was === input.accepted) throw new Refusal('unchanged', { why: '已经是这样' })
      const accepted = input.accepted
        ? [...row.accepted, input.locale]
        : row.accepted.filter((one) => one !== input.locale)
      await savePictureRows(tx, [{ ...row, accepted, version: row.version + 1 }])
      await writing.recount(tx, [product.doc.id])
      call.notes.change(`${picture.label}在${languageName(input.locale)}里这样就行`, was, input.accepted)
      return view(tx, input.productId, input.locale)
    },
  }
}

/** Which languages need their own pictures, for the dry run of a push. */
export async function pictureNeeds(
  writing: TextWriting,
  tx: Tx,
  productIds: readonly string[],
  locales: readonly string[],
): Promise<Map<string, PictureNeed[]>> {
  const needs = new Map<string, PictureNeed[]>()
  for (const [id, { pictures, words }] of await writing.open(tx, productIds))
    needs.set(
      id,
      locales.flatMap((locale) => {
        const needed = picturesNeeded(pictures, words, locale)
        const languages = [...new Set(needed.map(({ language }) => language!))]
        return needed.length === 0 ? [] : [{ locale, count: needed.length, languages }]
      }),
    )
  return needs
}
