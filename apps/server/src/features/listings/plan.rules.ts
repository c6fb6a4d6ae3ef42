import { createHash } from 'node:crypto'
import type { DryRunField } from '@huoqiao/contract/shop-change'
import type { LiveProduct, LiveVariant } from '@huoqiao/connector-shopify'
import { canonicalJson } from '@huoqiao/kit'
import type { Desired, DesiredVariant } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { PRODUCT_FIELDS, listText, plainText } from './product-fields.rules.ts'
import { VARIANT_FIELDS, shownVariant } from './variant-fields.rules.ts'

/**
 * The comparison for the dry run and for every push: our product against the shop's, with the last push as the base. A field that was
 * changed in the shop since then is a conflict: it is overwritten only after a person saw it and approved.
 */
export type PlanField = DryRunField & { readonly variantId?: string }
export type Plan = {
  readonly action: 'create' | 'update' | 'none'
  readonly fields: PlanField[]
  /** hash of what was compared; sent back with the approval */
  readonly contentHash: string
}

/** All fields that a push writes; for fields of a variant without its id. */
export type PushedField =
  | (typeof PRODUCT_FIELDS)[number]['key']
  | 'images'
  | 'options'
  | 'variantOrder'
  | `variants.${(typeof VARIANT_FIELDS)[number]['key'] | 'image' | 'stock'}`
export const PUSHED_FIELDS: readonly PushedField[] = [
  ...PRODUCT_FIELDS.map(({ key }) => key),
  'images',
  'options',
  'variantOrder',
  ...VARIANT_FIELDS.map(({ key }) => `variants.${key}` as const),
  'variants.image',
  'variants.stock',
]

/** Stock that we last gave the shop, by our variant id; variants that never got stock from us are missing. */
export type PushedStock = Readonly<Record<string, number>>

/** The inputs of a comparison. `refs`: the shop's ids known now (refs.mapping). */
export type Compared = {
  readonly ours: Desired
  readonly live: LiveProduct | undefined
  /** what was pushed last; null: never pushed, or unknown */
  readonly base: Desired | null
  /** the same in the shop's form, because it fills in and normalises values (shown.mapping) */
  readonly shown: Desired | null
  readonly refs: RemoteRefs
  readonly pushedStock: PushedStock
  /** false if the store has no location for stock: stock is then managed only in the shop */
  readonly withStock: boolean
}
type ComparedLive = Compared & { readonly live: LiveProduct }

export function planOf(compared: Compared): Plan {
  const { ours, live } = compared
  const contentHash = hashOf(ours, live)
  if (!live) return { action: 'create', fields: creationFields(ours), contentHash }
  const fields = fieldsOf({ ...compared, live })
  return { action: fields.some((one) => one.change !== 'none') ? 'update' : 'none', fields, contentHash }
}

function fieldsOf(sides: ComparedLive): PlanField[] {
  const { ours, live, base, shown } = sides
  return [
    ...PRODUCT_FIELDS
      // If we set no vendor, the shop writes its own name; that is no difference.
      .filter(({ key }) => key !== 'vendor' || ours.vendor !== '')
      .map(({ key, label, text, same }) =>
        compareThree(
          { field: key, label, ...(same ? { same } : {}) },
          { ours: text(ours), store: text(live), base: base && text(base), shown: shown && text(shown) },
        ),
      ),
    imagesField(sides),
    compareThree(
      { field: 'options', label: '规格名称' },
      { ours: namesText(ours.options), store: namesText(live.options), base: base && namesText(base.options) },
    ),
    ...variantPlan(sides),
  ]
}

/**
 * Hashes of our side and of the shop's side, so that an approval holds for exactly what was seen. They are separate, because a push that
 * died half-way changed the shop's side but never ours. Stock in the shop changes with every sale and is left out.
 */
function hashOf(ours: Desired, live: LiveProduct | undefined): string {
  const seen = live && {
    id: live.id,
    title: live.title,
    descriptionHtml: live.descriptionHtml,
    vendor: live.vendor,
    productType: live.productType,
    tags: live.tags,
    media: live.media.map((medium) => medium.id),
    variants: live.variants.map(({ inventoryQuantity: _stock, taxable: _taxable, ...variant }) => variant),
  }
  return [ours, seen ?? null].map(shortHash).join('.')
}

const shortHash = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 48)

/** Whether our side is unchanged since the approval. */
export const sameOurs = (approved: string, now: string): boolean => approved.split('.')[0] === now.split('.')[0]

function creationFields(ours: Desired): PlanField[] {
  const make = (field: string, label: string, text: string): PlanField => ({
    field,
    label,
    storeNow: null,
    ours: text,
    willBecome: text,
    why: '新商品',
    change: 'create',
    conflict: false,
  })
  return [
    make('title', '标题', ours.title),
    make('descriptionHtml', '描述', ours.descriptionHtml),
    make('vendor', '供应商（Vendor）', ours.vendor),
    make('productType', '类型', ours.productType),
    make('tags', '标签', listText(ours.tags)),
    make('images', '图片', `${ours.images.length} 张`),
    ...ours.variants.map((variant) => ({
      ...make(`variants.${variant.id}`, `变体 ${nameOf(variant)}`, shownVariant(variant)),
      variantId: variant.id,
    })),
  ]
}

type Sides = {
  readonly ours: string
  readonly store: string
  /** null: never pushed by us, or unknown */
  readonly base: string | null
  /** the base in the shop's form, if it is known and differs */
  readonly shown?: string | null
}

/**
 * The three-way rule. If the shop's value equals the shop's form of our last push, nobody changed it there. If our value is also unchanged,
 * the two are equal, even if they look different.
 */
function compareThree(
  { field, label, same = () => false }: { field: string; label: string; same?: (a: string, b: string) => boolean },
  { ours, store, base, shown = null }: Sides,
): PlanField {
  const isSame = (one: string, other: string): boolean => one === other || same(one, other)
  const storeMoved = base !== null && !isSame(store, base) && (shown === null || !isSame(store, shown))
  const weMoved = base === null || ours !== base
  if ((!storeMoved && !weMoved) || isSame(ours, store))
    return { field, label, storeNow: store, ours, willBecome: store, why: '', change: 'none', conflict: false }
  const why = storeMoved ? (weMoved ? '两边都改过' : '店铺里被改过') : '在这里修改过'
  return { field, label, storeNow: store, ours, willBecome: ours, why, change: 'update', conflict: storeMoved }
}

/** Pictures that failed in the shop do not count as present: they are sent again, and they were not removed by a person. */
function imagesField({ ours, live, base, refs }: ComparedLive): PlanField {
  const failed = new Set(live.media.filter((medium) => medium.status === 'FAILED').map((medium) => medium.id))
  const shown = live.media.filter((medium) => !failed.has(medium.id))
  const there = new Set(shown.map((medium) => medium.id))
  const refOf = (image: { id: string }): string | undefined => {
    const ref = refs.media[image.id]
    return ref !== undefined && there.has(ref) ? ref : undefined
  }
  const keyOf = (image: { id: string; url: string; alt: string }): string =>
    `${refOf(image) ?? refs.media[image.id] ?? image.url} ${plainText(image.alt)}`
  const wanted = ours.images.map((image) => (refOf(image) ? keyOf(image) : `new ${image.url}`)).join('\n')
  const now = shown.map((medium) => `${medium.id} ${plainText(medium.alt)}`).join('\n')
  const pushed = base?.images.filter((image) => !failed.has(refs.media[image.id] ?? '')).map(keyOf)
  const result = compareThree(
    { field: 'images', label: '图片' },
    { ours: wanted, store: now, base: pushed?.join('\n') ?? null },
  )
  const added = ours.images.filter((image) => !refOf(image)).length
  const foreign = shown.filter((medium) => !Object.values(refs.media).includes(medium.id)).length
  const notes = [added > 0 ? `新增 ${added} 张` : '', foreign > 0 ? `店铺自加的 ${foreign} 张会被移除` : ''].filter(
    (note) => note !== '',
  )
  const text = `${ours.images.length} 张${notes.length > 0 ? `（${notes.join('，')}）` : ''}`
  return {
    ...result,
    storeNow: `${live.media.length} 张`,
    ours: `${ours.images.length} 张`,
    willBecome: result.change === 'none' ? result.storeNow : text,
  }
}

function variantPlan(sides: ComparedLive): PlanField[] {
  const { ours, live, base, shown, refs } = sides
  const matched = matchVariants(ours, live, refs)
  const fields: PlanField[] = []
  const byId = (side: Desired | null) => new Map(side?.variants.map((variant) => [variant.id, variant]))
  const [bases, forms] = [byId(base), byId(shown)]
  for (const variant of ours.variants) {
    const there = matched.get(variant.id)
    const was = bases.get(variant.id)
    if (there) fields.push(...variantFields(sides, variant, there, { base: was, form: forms.get(variant.id) }))
    else fields.push(addedVariant(variant, was !== undefined))
  }
  const known = new Set([...matched.values()].map((one) => one.id))
  const foreign = live.variants.filter((variant) => !known.has(variant.id))
  const oursOnce = new Set(Object.values(refs.variants).map((ref) => ref.id))
  fields.push(...foreign.map((variant) => removedVariant(variant, !oursOnce.has(variant.id))))
  return [...orderField(sides, matched), ...fields]
}

/** The order of variants that exist on both sides; the position of a new one is sent with it. Empty if the order is equal. */
function orderField({ ours, live, base }: ComparedLive, matched: ReadonlyMap<string, LiveVariant>): PlanField[] {
  const ourIdOf = new Map([...matched].map(([id, there]) => [there.id, id]))
  const wanted = ours.variants.flatMap(({ id }) => (matched.has(id) ? [id] : []))
  const there = live.variants.flatMap(({ id }) => ourIdOf.get(id) ?? [])
  const was = base?.variants.flatMap(({ id }) => (matched.has(id) ? [id] : []))
  // A base without one of them has no order to compare.
  const known = was?.length === wanted.length ? was.join() : null
  const field = compareThree(
    { field: 'variantOrder', label: '变体顺序' },
    { ours: wanted.join(), store: there.join(), base: known },
  )
  if (field.change === 'none') return []
  const nameById = new Map(ours.variants.map((variant) => [variant.id, nameOf(variant)]))
  const shown = (ids: readonly string[]): string =>
    `${ids
      .slice(0, 5)
      .map((id) => nameById.get(id))
      .join('、')}${ids.length > 5 ? `…共 ${ids.length} 个` : ''}`
  return [{ ...field, storeNow: shown(there), ours: shown(wanted), willBecome: shown(wanted) }]
}

/** Our variants that exist in the shop, by known ids: a variant must keep its orders and its stock (reference, section 3). */
export function matchVariants(ours: Desired, live: LiveProduct, refs: RemoteRefs): Map<string, LiveVariant> {
  const byId = new Map(live.variants.map((variant) => [variant.id, variant]))
  return new Map(
    ours.variants.flatMap((variant) => {
      const there = byId.get(refs.variants[variant.id]?.id ?? '')
      return there ? [[variant.id, there] as const] : []
    }),
  )
}

function variantFields(
  { ours, withStock, pushedStock }: ComparedLive,
  variant: DesiredVariant,
  live: LiveVariant,
  { base, form }: { base: DesiredVariant | undefined; form: DesiredVariant | undefined },
): PlanField[] {
  const name = nameOf(variant)
  const stock = withStock ? stockFields(variant, live, pushedStock[variant.id]) : []
  const compared = VARIANT_FIELDS.map(({ key, label, ours: ourText, live: liveText }) => ({
    ...compareThree(
      { field: `variants.${variant.id}.${key}`, label: `${name} · ${label}` },
      {
        ours: ourText(variant, variant),
        store: liveText(live, variant),
        base: base ? ourText(base, variant) : null,
        shown: form ? ourText(form, variant) : null,
      },
    ),
    variantId: variant.id,
  })).filter((field) => field.change !== 'none' || field.field.endsWith('.price'))
  // The picture of a variant is not read from the shop; the last push is used instead.
  if (!base || base.imageId === variant.imageId) return [...compared, ...stock]
  const shown = (imageId: string | null): string => {
    const place = ours.images.findIndex((image) => image.id === imageId)
    return imageId === null ? '无' : place === -1 ? '另一张' : `第${place + 1}张`
  }
  const image: PlanField = {
    field: `variants.${variant.id}.image`,
    label: `${name} · 图片`,
    storeNow: shown(base.imageId),
    ours: shown(variant.imageId),
    willBecome: shown(variant.imageId),
    why: '在这里修改过',
    change: 'update',
    conflict: false,
    variantId: variant.id,
  }
  return [...compared, ...stock, image]
}

/**
 * Stock in the shop changes with every sale, so it is never a conflict and never set to an absolute number. The difference between our
 * stock and our last pushed stock is added to the shop's stock.
 */
function stockFields(variant: DesiredVariant, live: LiveVariant, pushed: number | undefined): PlanField[] {
  const there = live.inventoryQuantity
  // A variant that never got stock from us keeps the shop's stock; our changes count from now on.
  const ours = live.tracked && pushed !== undefined ? variant.stock - pushed : 0
  const theirs = pushed === undefined ? 0 : there - pushed
  if (ours === 0 && (theirs === 0 || !live.tracked)) return []
  const field = {
    field: `variants.${variant.id}.stock`,
    label: `${nameOf(variant)} · 库存`,
    storeNow: String(there),
    ours: String(variant.stock),
    willBecome: String(there + ours),
    conflict: false,
    variantId: variant.id,
  }
  const moved = theirs === 0 ? '' : `上次同步后店铺里 ${signed(theirs)}（卖出、退货或店铺自己调整），保留`
  if (ours === 0) return [{ ...field, why: moved, change: 'none' }]
  return [{ ...field, why: [`这里 ${signed(ours)}`, moved].filter((part) => part !== '').join('；'), change: 'update' }]
}

const signed = (pieces: number): string => (pieces > 0 ? `+${pieces}` : `−${-pieces}`)

const addedVariant = (variant: DesiredVariant, wasThere: boolean): PlanField => ({
  field: `variants.${variant.id}`,
  label: `变体 ${nameOf(variant)}`,
  storeNow: null,
  ours: shownVariant(variant),
  willBecome: shownVariant(variant),
  why: wasThere ? '店铺里被删除，将重新创建' : '新增变体',
  change: 'create',
  conflict: wasThere,
  variantId: variant.id,
})

const removedVariant = (variant: LiveVariant, foreign: boolean): PlanField => ({
  field: `variants.${variant.id}`,
  label: `变体 ${variant.title}`,
  storeNow: `${variant.sku || '无编码'} · ${variant.price}`,
  ours: null,
  willBecome: null,
  why: foreign ? '店铺自加的变体，同步会删除它' : '这里已停用该变体',
  change: 'delete',
  conflict: foreign,
})

const nameOf = (variant: DesiredVariant): string => variant.optionValues.join(' / ') || variant.sku
const namesText = (options: readonly { name: string }[]): string =>
  options.map((option) => plainText(option.name)).join(' / ')
