import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id } from '../wire.ts'
import { locale, scope } from './translations.schema.ts'

const base = '/api/shopify/translation'

export const importedText = z.object({
  productId: z.string(),
  title: z.string(),
  field: z.string(),
  label: z.string(),
  /** name of the text's market; absent: all markets */
  market: z.string().optional(),
  before: z.string().nullable(),
  after: z.string(),
  /** change: is written, or would be in a dry run; same: nothing to do; refused: with the reason */
  outcome: z.enum(['change', 'same', 'refused']),
  why: z.string(),
})
export type ImportedText = z.infer<typeof importedText>

/** Exchange with external translators: export as a sheet or XLIFF 1.2, and import after a dry run. */
export const exchangeEndpoints = defineEndpoints({
  exportTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/exportTranslations`,
    mode: 'postjson',
    right: 'granted',
    title: '导出译文',
    logged: true,
    object: 'translation',
    labels: { format: '文件格式', openOnly: { label: '只要没审的', format: 'yes-no' } },
    input: z.object({
      productIds: z.array(id).min(1, '请至少选择一个商品').max(500, '一次最多500个商品'),
      locale,
      format: z.enum(['xlsx', 'xliff']),
      /** only texts that are missing, outdated or not approved */
      openOnly: z.boolean().default(false),
      /** each field for this market of this store; absent: the general texts, and the texts of single markets */
      ...scope,
    }),
    output: z.object({
      fileName: z.string(),
      /** the file's bytes in base64 */
      content: z.string().regex(/^[A-Za-z0-9+/]{2,}={0,2}$/),
      texts: z.int(),
      /** number of texts left out because they do not fit into a cell of a sheet */
      left: z.int(),
    }),
    refusals: ['not-found', 'unchanged', 'too-large'],
    lists: [],
  },
  /**
   * Reads a file that was exported. `dryRun` writes nothing and shows what would change. Written texts are approved and locked, as one bulk
   * action. Texts whose source changed since the export, and texts that break a rule, are refused with the reason.
   */
  importTranslations: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/importTranslations`,
    mode: 'upload',
    right: 'granted',
    title: '导入译文',
    logged: true,
    object: 'translation',
    input: z.object({ locale, dryRun: z.enum(['true', 'false']).default('false') }),
    output: z.object({
      texts: z.array(importedText),
      change: z.int(),
      same: z.int(),
      refused: z.int(),
      /** null: nothing was written */
      batchId: id.nullable(),
    }),
    refusals: ['file-unset', 'file-refused'],
    lists: ['translations'],
  },
})
