import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { FieldOutcome } from '@huoqiao/contract/translations/tasks.status'
import type { Db } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { cut } from '../../platform/storable.ts'
import type { FilesService } from '../files/index.ts'
import type { FillOutcome } from './filling.service.ts'
import { isPublicAddress, wordsOf } from './pictures.rules.ts'
import type { ShownPicture } from './pictures.rules.ts'
import type { PicturesService, Seen } from './pictures.service.ts'
import { findSamePictures } from './pictures.store.ts'
import type { PictureRow } from './pictures.store.ts'
import { RECYCLED, SEEN_BY_PERSON, titleOf } from './pictures.view.ts'
import type { AskedPicture } from './provider-request.ts'
import type { OpenProvider } from './provider.types.ts'
import type { ProvidersService } from './providers.service.ts'
import type { SpendingService } from './spending.service.ts'
import type { ItemField } from './tasks.tables.ts'

type Endpoints = typeof ENDPOINTS
export type RecognisingService = ReturnType<typeof recognisingService>
type Files = Pick<FilesService, 'hasPicture' | 'jpegAt'>
type Deps = {
  db: Db
  files: Files
  pictures: PicturesService
  providers: ProvidersService
  spending: SpendingService
}
/** `since`: start of the run. Pictures that it read itself since then are not read, and paid for, again. */
type Run = { since: Date; redo: boolean }

/** A stored picture is sent as a JPEG of at most this size, at most 2400 pixels wide and high; vendors take at least 10 MB of Base64. */
const MOST_BYTES = 5 * 1024 * 1024

export const outcomeOf = (picture: ShownPicture, outcome: FieldOutcome, why = ''): ItemField => ({
  field: `picture.${picture.id}`,
  label: picture.label,
  outcome,
  why,
})
const shownWords = ({ words }: Pick<PictureRow, 'words'>): [FieldOutcome, string] =>
  words === '' ? ['blank', ''] : ['words', words.length > 60 ? `${cut(words, 60)}…` : words]

/** The reason why a picture is not sent, or the outcome if this run has read it already. Undefined: it is sent. */
export function whyNotAsked(picture: ShownPicture, row: PictureRow | undefined, run: Run): ItemField | undefined {
  if (row === undefined) return undefined
  if (row.origin === 'manual') return outcomeOf(picture, 'kept', '人看过了')
  if (row.at >= run.since) return outcomeOf(picture, ...shownWords(row))
  return run.redo ? undefined : outcomeOf(picture, 'kept', '识别过了')
}

/** Whether the words of the same picture in another product can be used instead of reading it again. */
export const usable = (same: PictureRow | undefined, run: Run): boolean =>
  same !== undefined && (!run.redo || same.origin === 'manual' || same.at >= run.since)

/** Reads the words on pictures with a provider. Never changes what a person entered. */
export function recognisingService({ db, files, pictures, providers, spending }: Deps) {
  /** The picture to send: our own copy if we have one, otherwise its public address. */
  async function sourceOf(url: string): Promise<{ url: string } | { why: string }> {
    if (await files.hasPicture(db.handle, url)) {
      try {
        const jpeg = await files.jpegAt(db.handle, url, MOST_BYTES)
        return { url: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
      } catch (error) {
        if (isRefusal(error)) return { why: error.detail.why ?? '图片读不出来' }
        throw error
      }
    }
    if (isPublicAddress(url)) return { url }
    return { why: url.startsWith('/files/') ? '图片已不存在' : '图片没有公开的 https 地址，翻译服务读不到' }
  }

  async function asked(
    provider: OpenProvider,
    picture: ShownPicture,
    about: { taskId: string | null; by: string; signal: AbortSignal },
  ): Promise<AskedPicture | { result: 'unreadable'; why: string }> {
    const source = await sourceOf(picture.url)
    return 'why' in source
      ? { result: 'unreadable', why: source.why }
      : spending.askAboutPicture(provider, source.url, about)
  }

  /** Writes the words, unless a person changed them or the picture was replaced in the meantime. */
  async function write(
    productId: string,
    picture: ShownPicture,
    seenVersion: number,
    seen: Seen,
    by: By,
  ): Promise<ItemField> {
    return db.transaction(async (tx) => {
      const product = await pictures.found(tx, productId, true)
      if (product === undefined) return outcomeOf(picture, 'kept', '商品已被删除')
      const now = product.pictures.find(({ id, urlDigest }) => id === picture.id && urlDigest === picture.urlDigest)
      if (now === undefined) return outcomeOf(picture, 'kept', '识别期间换过图片')
      const row = wordsOf(now, product.words)
      if ((row?.version ?? 0) !== seenVersion) return outcomeOf(picture, 'kept', '识别期间有人改过')
      await pictures.keep(tx, product, now, seen, by)
      return outcomeOf(picture, ...shownWords(seen))
    })
  }

  const read = (row: PictureRow | undefined, found: Pick<Seen, 'words' | 'language'>, providerName: string): Seen => ({
    words: found.words,
    language: found.language,
    origin: 'machine',
    providerName,
    accepted: row?.words === found.words && row.language === found.language ? row.accepted : [],
  })

  return {
    /** Can be repeated: the words of a picture are written before the next picture is sent. */
    async recogniseProduct(
      item: Run & { productId: string; taskId: string; by: By },
      provider: OpenProvider,
      signal: AbortSignal,
    ): Promise<FillOutcome> {
      const product = await pictures.found(db.handle, item.productId)
      if (product === undefined || product.doc.recycledAt !== null) return { fields: [] }
      const fields: ItemField[] = []
      for (const picture of product.pictures) {
        signal.throwIfAborted()
        const row = wordsOf(picture, product.words)
        const done = whyNotAsked(picture, row, item)
        if (done !== undefined) {
          fields.push(done)
          continue
        }
        const same = (await findSamePictures(db.handle, [picture.urlDigest])).get(picture.urlDigest)
        if (usable(same, item)) {
          const copied = await write(item.productId, picture, row?.version ?? 0, same!, byOfRow(same!, item.by))
          fields.push(copied.outcome === 'kept' ? copied : { ...copied, outcome: 'same' })
          continue
        }
        const about = { taskId: item.taskId, by: item.by.name, signal }
        const answer = await asked(provider, picture, about)
        if (answer.result === 'stopped') return { stopped: answer.why, next: answer.next }
        if (answer.result === 'later') return { later: answer.why, afterMs: answer.afterMs }
        fields.push(
          answer.result === 'done'
            ? await write(item.productId, picture, row?.version ?? 0, read(row, answer, provider.name), item.by)
            : outcomeOf(picture, answer.result, answer.why),
        )
      }
      return { fields }
    },

    async recognisePicture(call: Call, input: InputOf<Endpoints['recognisePicture']>): Promise<ProductPictures> {
      const { productId, pictureId, locale } = input
      const product = await pictures.opened(db.handle, productId)
      call.notes.object('translation', productId, titleOf(product))
      if (product.doc.recycledAt !== null) throw new Refusal('state-not-allowed', { why: RECYCLED })
      const picture = pictures.pictureIn(product, pictureId)
      const row = wordsOf(picture, product.words)
      if (row?.origin === 'manual') throw new Refusal('state-not-allowed', { why: SEEN_BY_PERSON })
      const provider = providers.opened(await providers.pictureReaderFor(db.handle, input.providerId))
      const answer = await asked(provider, picture, { taskId: null, by: call.actor.name, signal: call.signal })
      if (answer.result !== 'done')
        throw new Refusal('provider-failed', {
          why: answer.why,
          next: [{ label: answer.result === 'stopped' ? answer.next : '自己看图填写，或稍后再识别' }],
          ...('exchange' in answer && answer.exchange.response !== '' ? { exchange: answer.exchange } : {}),
        })
      const seen = read(row, answer, provider.name)
      const outcome = await write(productId, picture, row?.version ?? 0, seen, byOf(call))
      if (outcome.outcome === 'kept')
        throw new Refusal('state-not-allowed', { why: `${outcome.why}，没有采用识别的文字` })
      call.notes.change(
        `${picture.label}上的文字`,
        row === undefined ? null : row.words || '没有文字',
        seen.words || '没有文字',
      )
      return pictures.view(db.handle, productId, locale)
    },
  }
}

/** Words copied from another product keep their author. */
const byOfRow = ({ byId, byName }: PictureRow, by: By): By =>
  byId === null || byName === null ? by : { ...by, accountId: byId, name: byName }
