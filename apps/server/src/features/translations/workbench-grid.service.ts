import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { TRANSLATION_STATES } from '@huoqiao/contract/translations/translations.status'
import type { TranslationState } from '@huoqiao/contract/translations/translations.status'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import { countGrid, findGridPage, findGridProducts, findLanguages, findSheets } from './sheets.store.ts'
import { gridRowView } from './translations.view.ts'

type Endpoints = typeof ENDPOINTS
const STATES = Object.keys(TRANSLATION_STATES) as TranslationState[]

/** The grid of products and languages. */
export const workbenchGrid = {
  async queryTranslations(
    tx: Tx,
    input: InputOf<Endpoints['queryTranslations']>,
  ): Promise<OutputOf<Endpoints['queryTranslations']>> {
    const { rows: ids, total, totalCapped } = await findGridPage(tx, input, input)
    const [{ locales }, products, sheets] = [
      await findLanguages(tx),
      new Map((await findGridProducts(tx, ids)).map((row) => [row.id, row])),
      groupBy(await findSheets(tx, ids), ({ productId }) => productId),
    ]
    return {
      list: ids.flatMap((id) => {
        const row = products.get(id)
        return row === undefined ? [] : [gridRowView(row, sheets.get(id) ?? [], locales)]
      }),
      total,
      page: input.page,
      pageSize: input.pageSize,
      ...(totalCapped ? { totalCapped } : {}),
    }
  },

  getTranslationCountByState: (
    tx: Tx,
    input: InputOf<Endpoints['getTranslationCountByState']>,
  ): Promise<OutputOf<Endpoints['getTranslationCountByState']>> => countGrid(tx, input, STATES),
}
export type WorkbenchGrid = typeof workbenchGrid
