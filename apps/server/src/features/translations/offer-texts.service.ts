import { marketplaceLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { MarketplaceLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { storable } from '../../platform/storable.ts'
import { areSurelyIn } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { ProductDoc, SourceProduct } from '../products/index.ts'
import { offerTextsOf, originsOf, pairsOf, sourceDigest } from './marketplace-texts.rules.ts'
import { findOfferTexts, saveOfferTexts } from './offer-texts.store.ts'
import type { OfferTexts, SourceField } from './translations.types.ts'

export type OfferTextsService = ReturnType<typeof offerTextsService>
type Deps = { db: Db; clock: Clock; log: Pick<Log, 'warn'>; marketplace: Pick<MarketplaceService, 'withConnector'> }

/** Short limits, because a provider can translate instead. */
const READ = { timeoutMs: 10_000, retry: { tries: 2, firstWaitMs: 500, waitCapMs: 2_000, patienceMs: 15_000 } } as const
/** After this many failures in a row in a language, no request is sent for QUIET_MS, because a run may have thousands of products. */
const FAILURES_MOST = 3
const QUIET_MS = 10 * 60_000

/** The marketplace's translations of offers. English comes with the claim; other languages are read from the marketplace and stored. */
export function offerTextsService({ db, clock, log, marketplace }: Deps) {
  const failures = new Map<MarketplaceLanguage, { count: number; quietUntil: number }>()
  const reading = new Map<string, Promise<boolean>>()

  /** The marketplace's language, if texts in it must be read; undefined for English, which comes with the claim. */
  const languageOf = (locale: string): MarketplaceLanguage | undefined => {
    const language = marketplaceLanguage(locale)
    return language === 'en' ? undefined : language
  }
  const keyOf = (source: SourceProduct, language: MarketplaceLanguage) => ({
    offerId: source.offerId,
    language,
    sourceDigest: sourceDigest(source),
  })

  /** Null: the marketplace has no translation in this language. */
  async function read(source: SourceProduct, language: MarketplaceLanguage, signal: AbortSignal) {
    try {
      const offer = storable(
        await marketplace.withConnector(undefined, (one) =>
          one.getOffer({ offerId: source.offerId, language, descriptions: false }, { ...READ, signal }),
        ),
      )
      const translated = { titleZh: offer.subject, title: offer.subjectTrans, skus: offer.skus }
      return areSurelyIn(pairsOf(translated, source), language) ? offerTextsOf(translated) : null
    } catch (error) {
      if (isRemoteFailure(error) && error.word === 'not-found') return null
      throw error
    }
  }

  async function readAndKeep(source: SourceProduct, language: MarketplaceLanguage, signal: AbortSignal) {
    const failed = failures.get(language)
    if (failed !== undefined && failed.quietUntil > clock.now()) return false
    let texts: OfferTexts | null
    try {
      texts = await read(source, language, signal)
      failures.delete(language)
    } catch (error) {
      signal.throwIfAborted()
      if (!isRemoteFailure(error) && !isRefusal(error)) throw error
      const count = (failed?.count ?? 0) + 1
      failures.set(language, { count, quietUntil: count < FAILURES_MOST ? 0 : clock.now() + QUIET_MS })
      log.warn({ offerId: source.offerId, language, err: error }, 'no translation from the marketplace')
      return false
    }
    await saveOfferTexts(db.handle, { ...keyOf(source, language), texts, readAt: new Date(clock.now()) })
    return texts !== null
  }

  return {
    /** The translations that are known without a request to the marketplace. */
    async known(tx: Tx, { source }: Pick<ProductDoc, 'source'>, locale: string): Promise<OfferTexts | null> {
      if (source === null) return null
      if (locale === 'en') return offerTextsOf(source)
      const language = languageOf(locale)
      if (language === undefined) return null
      return (await findOfferTexts(tx, keyOf(source, language)))?.texts ?? null
    },

    /**
     * Reads the offer in the language from the marketplace, unless that was done before or can't give any of the wanted texts. Returns whether
     * new texts were stored. A failure of the marketplace is only logged; a provider translates the texts instead. Never call it inside a
     * transaction.
     */
    async readOnce(
      product: Pick<ProductDoc, 'source' | 'options'>,
      wanted: readonly SourceField[],
      locale: string,
      signal: AbortSignal,
    ): Promise<boolean> {
      const language = languageOf(locale)
      const { source } = product
      const originOf = originsOf(product)
      if (source === null || language === undefined || !wanted.some((one) => originOf(one) !== undefined)) return false
      const key = keyOf(source, language)
      if ((await findOfferTexts(db.handle, key)) !== undefined) return false
      // Two runs may read the same offer at the same time. The second waits for the first, but does not fail with it.
      const id = Object.values(key).join(' ')
      const other = reading.get(id)
      if (other) return other.catch(() => false)
      const own = readAndKeep(source, language, signal).finally(() => reading.delete(id))
      reading.set(id, own)
      return own
    },
  }
}
