import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { RecognitionForecast } from '@huoqiao/contract/translations/pictures.schema'
import type { TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isReadable, wordsOf } from './pictures.rules.ts'
import { findSamePictures } from './pictures.store.ts'
import { HOW_TO_HAVE_ONE, NO_READER, titleOf } from './pictures.view.ts'
import type { ProvidersService } from './providers.service.ts'
import type { ProviderRow } from './providers.store.ts'
import { usable, whyNotAsked } from './recognising.service.ts'
import { OVER_BUDGET, costOf, scaledCost } from './spending.rules.ts'
import type { SpendingService } from './spending.service.ts'
import type { TasksService } from './tasks.service.ts'
import type { OpenProduct, TextWriting } from './text-writing.service.ts'

type Endpoints = typeof ENDPOINTS
type Run = InputOf<Endpoints['recognisePictures']>
export type RecognitionTasks = ReturnType<typeof recognitionTasks>
type Deps = {
  db: Db
  clock: Clock
  writing: TextWriting
  providers: ProvidersService
  spending: SpendingService
  tasks: TasksService
}

/** Batch runs over the pictures of products: forecast of the cost, and start. */
export function recognitionTasks(deps: Deps) {
  async function opened(tx: Tx, productIds: readonly string[]): Promise<OpenProduct[]> {
    const found = await deps.writing.open(tx, [...new Set(productIds)])
    if (found.size === 0) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return [...found.values()].filter(({ doc }) => doc.recycledAt === null)
  }

  async function forecast(
    tx: Tx,
    products: readonly OpenProduct[],
    redo: boolean,
    provider: ProviderRow | undefined,
  ): Promise<RecognitionForecast> {
    const run = { since: new Date(deps.clock.now()), redo }
    const sum = { products: products.length, pictures: 0, known: 0, kept: 0, unreadable: 0 }
    const open = products.flatMap(({ pictures, words }) =>
      pictures.filter((picture) => {
        const isDone = whyNotAsked(picture, wordsOf(picture, words), run) !== undefined
        if (isDone) sum.kept += 1
        return !isDone
      }),
    )
    const same = await findSamePictures(
      tx,
      open.map(({ urlDigest }) => urlDigest),
    )
    const counted = new Set<string>()
    for (const { url, urlDigest } of open)
      // A picture of several products is sent once.
      if (counted.has(urlDigest) || usable(same.get(urlDigest), run)) sum.known += 1
      else if (isReadable(url)) {
        counted.add(urlDigest)
        sum.pictures += 1
      } else sum.unreadable += 1
    const cost = provider === undefined ? 0 : costOf(scaledCost({ chars: 0, pictures: sum.pictures }, provider))
    const left = await deps.spending.budgetLeft(tx, provider)
    return {
      ...sum,
      cost,
      providerName: provider?.name ?? null,
      budgetLeft: left,
      problem:
        provider === undefined
          ? `${NO_READER}。${HOW_TO_HAVE_ONE}`
          : sum.pictures + sum.known === 0
            ? sum.unreadable > 0
              ? '剩下的图片都没有公开的 https 地址，翻译服务读不到；可以自己填写'
              : '没有要识别的图片：都看过了'
            : left !== null && cost > left
              ? OVER_BUDGET
              : '',
    }
  }

  return {
    async foreseeRecognition(run: Run): Promise<RecognitionForecast> {
      const tx = deps.db.handle
      const mayAsk = run.providerId !== undefined || (await deps.providers.hasPictureReader(tx))
      const provider = mayAsk ? await deps.providers.pictureReaderFor(tx, run.providerId) : undefined
      return forecast(tx, await opened(tx, run.productIds), run.redo, provider)
    },

    async recognisePictures(tx: Tx, call: Call, run: Run): Promise<TranslationTask> {
      const provider = await deps.providers.pictureReaderFor(tx, run.providerId)
      const products = await opened(tx, run.productIds)
      const foreseen = await forecast(tx, products, run.redo, provider)
      if (foreseen.pictures + foreseen.known === 0) throw new Refusal('unchanged', { why: foreseen.problem })
      if (foreseen.problem !== '') throw new Refusal('state-not-allowed', { why: foreseen.problem })
      return deps.tasks.begin(
        tx,
        call,
        {
          title: `识别 ${products.length} 个商品的图片文字`,
          kind: 'pictures',
          locales: [],
          redo: run.redo,
          provider,
          foreseenChars: 0,
          foreseenPictures: foreseen.pictures,
          foreseenCost: foreseen.cost,
        },
        products.map((product) => ({ productId: product.doc.id, title: titleOf(product), locale: '' })),
      )
    },
  }
}
