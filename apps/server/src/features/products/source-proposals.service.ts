import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { FIELD_LABELS, VARIANT_LABELS, changesBetween } from './edit.rules.ts'
import type { PlainField, VariantField } from './edit.rules.ts'
import { mergeSource, sourceProposals } from './merge.rules.ts'
import { afterMerge } from './prices.rules.ts'
import { variantName, whyNotEdit } from './products.rules.ts'
import type { Change, ProductDoc, SourceProduct } from './products.types.ts'
import { contentOf } from './source.mapping.ts'
import { consistencyFault } from './variants.rules.ts'
import type { ProductWriting, Written } from './writing.service.ts'

type Deps = { newId: NewId; writing: ProductWriting }

/**
 * Decides for a field whether our value or the source's is used (beyond, item 4). Products must be locked and have the expected version.
 */
export function sourceProposalsService({ newId, writing }: Deps) {
  return {
    /** The values stay; from now on the source may change them. */
    async unlock(tx: Tx, call: Call, doc: ProductDoc, fields: readonly string[], by: By): Promise<Written> {
      refuseUneditable(doc)
      const wanted = [...new Set(fields)]
      const unknown = wanted.find((field) => doc.fieldSources[field]?.locked !== true)
      if (unknown !== undefined) throw invalidField('fields', `这个字段没有锁定：${unknown}`)
      const fieldSources = { ...doc.fieldSources }
      const changes: Change[] = []
      for (const field of wanted) {
        fieldSources[field] = { ...fieldSources[field]!, locked: false }
        changes.push({ field: `lock.${field}`, label: `${labelOf(doc, field)}的锁定`, before: true, after: false })
        call.notes.change(`lock.${field}`, true, false)
      }
      const terms = await writing.termsFor(tx, doc.storeIds)
      const edit = { terms, by, reason: '解除锁定', changes, touchesShop: false }
      return writing.save(tx, doc, { ...doc, fieldSources }, edit)
    },

    proposals(doc: ProductDoc): OutputOf<(typeof ENDPOINTS)['getSourceProposals']> {
      const found = hasSource(doc) ? sourceProposals(doc, contentOf(doc.source)) : []
      const refused = whyNotEdit(doc)
      return {
        version: doc.version,
        proposals: found.map(({ field, label, before, after, takeable }) => ({
          field,
          label,
          ours: before,
          source: after,
          locked: doc.fieldSources[field]?.locked === true,
          can: { applySourceProposals: refused ?? takeable },
        })),
      }
    },

    async apply(tx: Tx, call: Call, doc: ProductDoc, fields: readonly string[], by: By): Promise<Written> {
      refuseUneditable(doc)
      if (!hasSource(doc)) throw new Refusal('state-not-allowed', { why: '手工商品没有货源' })
      const theirs = contentOf(doc.source)
      const open = new Map(sourceProposals(doc, theirs).map((one) => [one.field, one]))
      const taking = new Set(fields)
      for (const field of taking) {
        const takeable = open.get(field)?.takeable ?? '和货源没有不同'
        if (takeable !== true) throw invalidField('fields', `${open.get(field)?.label ?? field}：${takeable}`)
      }
      const merged = mergeSource({ doc, base: undefined, theirs, source: doc.source, newId, taking })
      const terms = await writing.termsFor(tx, doc.storeIds)
      const after = afterMerge(doc, merged, terms, { by: by.name, at: writing.now().getTime() })
      for (const field of taking)
        if (field.split('.').length !== 2) after.fieldSources[field] = sourced(by.name, writing.now().getTime())
      const fault = consistencyFault(after, [...terms.values()])
      if (fault) throw new Refusal('state-not-allowed', { why: fault.message })
      const changes = changesBetween(doc, after)
      for (const { field, before, after: is } of changes) call.notes.change(field, before, is)
      return writing.save(tx, doc, after, { terms, by, reason: '采用货源数据', changes })
    },
  }
}

function labelOf(doc: ProductDoc, field: string): string {
  const [head, id, key] = field.split('.')
  const variant = doc.variants.find((one) => one.id === id)
  if (head !== 'variants' || !variant) return FIELD_LABELS[head as PlainField] ?? field
  return `变体“${variantName(variant)}”的${VARIANT_LABELS[key as VariantField] ?? key}`
}

const sourced = (by: string, at: number) => ({ origin: '1688' as const, by, at, locked: false })

const hasSource = (doc: ProductDoc): doc is ProductDoc & { source: SourceProduct } => doc.source !== null

function refuseUneditable(doc: ProductDoc): void {
  const why = whyNotEdit(doc)
  if (why !== undefined) throw new Refusal('state-not-allowed', { why })
}
