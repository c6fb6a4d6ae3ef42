import { yuanText } from '@huoqiao/kit'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { FIELD_LABELS } from './edit.rules.ts'
import { same } from './same.rules.ts'
import { variantName } from './products.rules.ts'
import type { ProductDoc, SourceChange, SourceProduct, VariantDoc } from './products.types.ts'
import type { SourceContent, SourceVariant } from './source.mapping.ts'

/** Product fields that follow the source until a person changes them. Options move with the variants. */
const FOLLOWING = ['title', 'titleZh', 'descriptionHtml', 'productType', 'images'] as const
const VARIANT_FOLLOWING = { costMinor: '成本', weightGrams: '重量', stock: '库存' } as const
type VariantFollowing = keyof typeof VARIANT_FOLLOWING

const LOCKED = '人工修改过，已锁定，只作建议'
const FOLLOWED = '货源已更新'

type Merge = {
  doc: ProductDoc
  base: SourceContent | undefined
  theirs: SourceContent
  newId: () => string
  /** a person's decision for each field; left out: the locks decide */
  taking?: ReadonlySet<string>
}

/** Whether the source must not change the field. */
const isLocked = ({ doc, taking }: Merge, field: string): boolean =>
  taking ? !taking.has(field) : doc.fieldSources[field]?.locked === true

/**
 * A three-way merge: base (the source as last taken over), ours, theirs (the source now); beyond, items 4 and 5. A field that the source
 * did not change stays; a changed field that nobody edited follows; for an edited field the change is only proposed.
 */
export function mergeSource(merge: Merge & { source: SourceProduct }): { after: ProductDoc; changes: SourceChange[] } {
  const { doc, base, theirs, source } = merge
  const changes: SourceChange[] = []
  const after: ProductDoc = { ...doc, source, supplierName: source.supplierName ?? doc.supplierName }
  for (const field of FOLLOWING) {
    const ours = doc[field]
    const was = base ? base[field] : ours
    if (same(theirs[field], was) || same(theirs[field], ours)) continue
    // A source without a translation does not overwrite an existing title.
    if (theirs[field] === '') continue
    // If the field's origin is unknown, it follows only if it was not edited.
    const applied = !isLocked(merge, field) && (doc.fieldSources[field] !== undefined || same(ours, was))
    if (applied) Object.assign(after, { [field]: field === 'images' ? keepAlts(doc, theirs) : theirs[field] })
    changes.push({
      field,
      label: FIELD_LABELS[field],
      before: shown(ours),
      after: shown(theirs[field]),
      applied,
      why: applied ? FOLLOWED : LOCKED,
    })
  }
  mergeVariants(merge, after, changes)
  dropDeadPictures(after)
  return { after, changes }
}

function mergeVariants(merge: Merge, after: ProductDoc, changes: SourceChange[]): void {
  const { doc, base, theirs, newId } = merge
  const { pairs, fresh, gone } = matchVariants(doc, base, theirs)
  // Option values used only by kept variants do not count as a person's edit; names and the lock decide whose structure it is.
  const names = (options: ProductDoc['options']): string[] => options.map(({ name }) => name)
  const shapeIsOurs =
    !base || doc.fieldSources['options']?.locked === true || !same(names(doc.options), names(base.options))
  const reshape = !shapeIsOurs && (gone.length === 0 || theirs.options.length === doc.options.length)
  const moved = new Map(
    pairs.map(([variant, sku]) => [
      variant.id,
      followed(merge, variant, sku, baseOf(base, variant), { reshape, changes }),
    ]),
  )
  const suspects = new Set<SourceVariant>()
  for (const sku of fresh) {
    const alike = gone.find(({ imageId }) => imageId !== null && imageId === sku.imageId)
    if (!alike) continue
    suspects.add(sku)
    changes.push({
      ...variantChange(
        `variants.${alike.id}`,
        `变体“${variantName(alike)}”`,
        variantName(alike),
        sku.optionValues.join(' / '),
      ),
      applied: false,
      why: '疑似同款：图片相同、规格不同，请人工确认',
    })
  }
  const added = fresh.filter((sku) => !suspects.has(sku))
  const isTaken = (sku: SourceVariant): boolean => reshape || merge.taking?.has(skuField(sku)) === true
  for (const sku of added)
    changes.push({
      ...variantChange(skuField(sku), '新增规格', '', sku.optionValues.join(' / ')),
      applied: isTaken(sku),
      why: isTaken(sku) ? FOLLOWED : '规格结构人工修改过，只作建议',
    })
  for (const variant of gone) soldOut(merge, variant, moved, changes)
  after.variants = [
    ...doc.variants.map((variant) => moved.get(variant.id) ?? variant),
    ...added.filter(isTaken).map((sku) => freshVariant(sku, newId())),
  ]
  if (!reshape) {
    if (added.some(isTaken)) after.options = withMissingValues(doc.options, after.variants)
    return
  }
  after.variants = apart(after.variants, new Set(gone.map(({ id }) => id)))
  after.options = withMissingValues(theirs.options, after.variants)
}

/** Matches by source SKU id, including old ids; the rest by equal option values. */
function matchVariants(doc: ProductDoc, base: SourceContent | undefined, theirs: SourceContent) {
  const left = new Set(theirs.variants)
  const pairs: [VariantDoc, SourceVariant][] = []
  const take = (variant: VariantDoc, fits: (sku: SourceVariant) => boolean): boolean => {
    const sku = [...left].find(fits)
    if (!sku) return false
    left.delete(sku)
    pairs.push([variant, sku])
    return true
  }
  const fromSource = doc.variants.filter(
    ({ sourceSkuId }) => sourceSkuId !== null || theirs.variants.every((sku) => sku.sourceSkuId === null),
  )
  const second = fromSource.filter((variant) => !take(variant, (sku) => sku.sourceSkuId === variant.sourceSkuId))
  const third = second.filter(
    (variant) => !take(variant, (sku) => variant.sourceSkuAliases.includes(sku.sourceSkuId ?? '')),
  )
  const gone = third.filter((variant) => {
    const values = baseOf(base, variant)?.optionValues ?? variant.optionValues
    return !take(variant, (sku) => same(sku.optionValues, values))
  })
  return { pairs, fresh: [...left], gone }
}

const skuField = (sku: SourceVariant): string => `skus.${sku.sourceSkuId ?? ''}`

const baseOf = (base: SourceContent | undefined, variant: VariantDoc): SourceVariant | undefined =>
  base?.variants.find(({ sourceSkuId }) => sourceSkuId === variant.sourceSkuId)

function followed(
  merge: Merge,
  variant: VariantDoc,
  sku: SourceVariant,
  base: SourceVariant | undefined,
  { reshape, changes }: { reshape: boolean; changes: SourceChange[] },
): VariantDoc {
  const moved: VariantDoc = { ...variant, sourceSpecId: sku.sourceSpecId }
  const name = `变体“${variantName(variant)}”`
  if (sku.sourceSkuId !== variant.sourceSkuId) {
    moved.sourceSkuId = sku.sourceSkuId
    if (variant.sourceSkuId !== null)
      moved.sourceSkuAliases = [...new Set([...variant.sourceSkuAliases, variant.sourceSkuId])]
    const path = `variants.${variant.id}.sourceSkuId`
    changes.push({
      ...variantChange(path, `${name}的货源编号`, variant.sourceSkuId ?? '', sku.sourceSkuId ?? ''),
      applied: true,
      why: '货源换了编号，按规格对上；旧编号保留为别名',
    })
  }
  for (const field of Object.keys(VARIANT_FOLLOWING) as VariantFollowing[]) {
    const now = sku[field]
    if (now === null || now === variant[field] || (base && now === base[field])) continue
    const path = `variants.${variant.id}.${field}`
    const applied = !isLocked(merge, path)
    if (applied) Object.assign(moved, { [field]: now }, field === 'weightGrams' ? { weight: null } : {})
    changes.push({
      ...variantChange(path, `${name}的${VARIANT_FOLLOWING[field]}`, amount(field, variant[field]), amount(field, now)),
      applied,
      why: applied ? FOLLOWED : LOCKED,
    })
  }
  if (reshape && !same(sku.optionValues, variant.optionValues)) {
    moved.optionValues = sku.optionValues
    const path = `variants.${variant.id}.optionValues`
    changes.push({
      ...variantChange(path, `${name}的规格取值`, variant.optionValues.join(' / '), sku.optionValues.join(' / ')),
      applied: true,
      why: '货源改了规格名称',
    })
  }
  return moved
}

/** A SKU that the source no longer has keeps its variant, because orders refer to it; it only cannot be sold. */
function soldOut(merge: Merge, variant: VariantDoc, moved: Map<string, VariantDoc>, changes: SourceChange[]): void {
  const path = `variants.${variant.id}.stock`
  const locked = isLocked(merge, path)
  if (variant.stock === 0) return
  if (!locked) moved.set(variant.id, { ...variant, stock: 0 })
  changes.push({
    ...variantChange(path, `变体“${variantName(variant)}”的库存`, String(variant.stock), '0'),
    applied: !locked,
    why: locked ? LOCKED : '货源已没有这个规格，变体保留',
  })
}

/** If the source now uses the option values of a kept variant, the kept one gets other values: each combination must be unique. */
function apart(variants: readonly VariantDoc[], kept: ReadonlySet<string>): VariantDoc[] {
  const keyOf = (values: readonly string[]): string => JSON.stringify(values.map((value) => value.toLowerCase()))
  const taken = new Set(variants.flatMap(({ id, optionValues }) => (kept.has(id) ? [] : [keyOf(optionValues)])))
  return variants.map((variant) => {
    if (!kept.has(variant.id)) return variant
    let values = variant.optionValues
    for (let copy = 1; values.length > 0 && taken.has(keyOf(values)); copy++)
      values = [
        ...variant.optionValues.slice(0, -1),
        `${variant.optionValues.at(-1)!.slice(0, 120)}（旧${copy === 1 ? '' : copy}）`,
      ]
    taken.add(keyOf(values))
    return values === variant.optionValues ? variant : { ...variant, optionValues: values }
  })
}

const freshVariant = (sku: SourceVariant, id: string): VariantDoc => ({
  ...sku,
  id,
  barcode: '',
  weight: null,
  sourceSkuAliases: [],
  stockPolicy: 'deny',
  dropped: false,
  prices: [],
})

/** The source's options, followed by values that only kept variants use. */
function withMissingValues(options: ProductDoc['options'], variants: readonly VariantDoc[]): ProductDoc['options'] {
  return options.map((option, position) => {
    const listed = new Set(option.values.map(({ value }) => value))
    const missing = [...new Set(variants.map(({ optionValues }) => optionValues[position]!))].filter(
      (value) => !listed.has(value),
    )
    return { ...option, values: [...option.values, ...missing.map((value) => ({ value, valueZh: '' }))] }
  })
}

/** Alt texts and removals of pictures by a person are kept when the same picture is fetched again. */
function keepAlts(doc: ProductDoc, theirs: SourceContent): ProductDoc['images'] {
  const known = new Map(doc.images.map((image) => [image.id, image]))
  return theirs.images.map((image) => known.get(image.id) ?? image)
}

function dropDeadPictures(after: ProductDoc): void {
  const known = new Set(after.images.map(({ id }) => id))
  after.variants = after.variants.map((variant) =>
    variant.imageId === null || known.has(variant.imageId) ? variant : { ...variant, imageId: null },
  )
}

const variantChange = (field: string, label: string, before: string, after: string) => ({ field, label, before, after })

const amount = (field: VariantFollowing, value: number | null): string => {
  if (value === null) return '—'
  if (field === 'costMinor') return yuanText(value)
  return field === 'weightGrams' ? `${value} g` : String(value)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.length > MESSAGE_CHARS ? `${value.slice(0, MESSAGE_CHARS)}…` : value
  return Array.isArray(value) ? `${value.length}项` : JSON.stringify(value)
}

/** The differences between a product and its source as last read, and whether a person may take over the source's value. */
export function sourceProposals(
  doc: ProductDoc & { source: SourceProduct },
  theirs: SourceContent,
): (SourceChange & { takeable: true | string })[] {
  const { changes } = mergeSource({
    doc,
    base: undefined,
    theirs,
    source: doc.source,
    newId: () => '',
    taking: new Set(),
  })
  return changes
    .filter(({ applied }) => !applied)
    .map((change) => ({ ...change, takeable: takeable(change, doc, theirs) }))
}

function takeable({ field }: SourceChange, doc: ProductDoc, theirs: SourceContent): true | string {
  if (field.startsWith('skus.'))
    return theirs.options.length === doc.options.length || '规格的个数和货源不同，请在“规格与变体”里手工添加'
  return field.split('.').length === 2 ? '疑似同款，请人工核对后在“规格与变体”里修改' : true
}
