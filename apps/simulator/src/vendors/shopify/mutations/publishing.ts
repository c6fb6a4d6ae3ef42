import type { Args, Call } from '../call.ts'
import { gidType } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import type { ProductRow, UserError } from '../rows.ts'
import { shopView } from '../types/shop.fields.ts'

type PublicationInput = { publicationId?: string | null; channelId?: string | null; publishDate?: string | null }

/** publishablePublish and publishableUnpublish have plain user errors without codes (reference 3, "userErrors"). */
const change =
  (publish: boolean) =>
  (_source: unknown, args: Args, call: Call): unknown => {
    const { shop } = call
    const id = args.id as string
    const inputs = args.input as PublicationInput[]
    const done = (publishable: unknown, userErrors: UserError[]): object => ({
      publishable,
      shop: shopView(call),
      userErrors,
    })
    if (gidType(id) !== 'Product') throw notSimulated(`publishing a ${gidType(id) ?? id}`)
    const product = shop.products.get(id)
    if (!product) return done(null, [{ field: ['id'], message: 'Resource does not exist' }])
    const problems = inputs.flatMap((input, index) => publicationProblem(input, index, call))
    if (problems.length > 0) return done(product, problems)
    const named = new Set(inputs.map((input) => input.publicationId))
    const publications = product.publications.filter((entry) => !named.has(entry.publicationId))
    if (publish)
      for (const input of inputs)
        publications.push({ publicationId: input.publicationId!, publishDate: input.publishDate ?? shop.now() })
    const updated = savePublications(product, publications, call)
    call.effects.push(`product ${id} ${publish ? 'published on' : 'taken off'} ${named.size} publications`)
    return done(updated, [])
  }

function publicationProblem(input: PublicationInput, index: number, call: Call): UserError[] {
  if (input.channelId) throw notSimulated('PublicationInput.channelId')
  const place = call.shop.places.publications.find((entry) => entry.id === input.publicationId)
  const field = ['input', String(index), 'publicationId']
  if (!input.publicationId) return [{ field, message: "Publication can't be blank" }]
  if (!place) return [{ field, message: 'Publication does not exist or is not publishable' }]
  const future = input.publishDate && Date.parse(input.publishDate) > call.shop.core.clock.now()
  if (future && place.name !== 'Online Store')
    return [{ field: ['input', String(index), 'publishDate'], message: 'Channel does not support future publishing' }]
  return []
}

export const publishablePublish = change(true)
export const publishableUnpublish = change(false)

function savePublications(product: ProductRow, publications: ProductRow['publications'], call: Call): ProductRow {
  const first = publications.map((entry) => entry.publishDate).sort()[0]
  const updated = { ...product, publications, publishedAt: first ?? null, updatedAt: call.shop.now() }
  call.shop.products.put(updated)
  return updated
}

type PublicationUpdate = {
  autoPublish?: boolean | null
  publishablesToAdd?: string[] | null
  publishablesToRemove?: string[] | null
}

/** Maximum number of products that one call may add or remove. */
const UPDATE_LIMIT = 50

/**
 * publicationUpdate: many products on one publication in one call. Whether the publication of a sales channel (an app catalogue) may be
 * changed in this way is UNCERTAIN: the schema has a code for the refusal, which is the default here.
 */
export function publicationUpdate(_source: unknown, args: Args, call: Call): unknown {
  const { shop } = call
  const input = args.input as PublicationUpdate
  const place = shop.places.publications.find((entry) => entry.id === args.id)
  const fail = (code: string, field: string[], message: string): object => ({
    publication: null,
    userErrors: [{ code, field, message }],
  })
  if (!place) return fail('PUBLICATION_NOT_FOUND', ['id'], 'Publication not found.')
  if (!call.quirks.channelPublicationUpdate())
    return fail(
      'CANNOT_MODIFY_APP_CATALOG_PUBLICATION',
      ['id'],
      "Can't modify a publication that belongs to an app catalog.",
    )
  if (input.autoPublish) throw notSimulated('PublicationUpdateInput.autoPublish')
  const add = input.publishablesToAdd ?? []
  const remove = input.publishablesToRemove ?? []
  if (add.length + remove.length > UPDATE_LIMIT)
    return fail('PUBLICATION_UPDATE_LIMIT_EXCEEDED', ['input'], `Exceeded the limit of ${UPDATE_LIMIT} publishables.`)
  for (const [name, ids] of [
    ['publishablesToAdd', add],
    ['publishablesToRemove', remove],
  ] as const)
    for (const [index, id] of ids.entries())
      if (!shop.products.get(id))
        return fail('INVALID_PUBLISHABLE_ID', ['input', name, String(index)], 'Publishable ID is invalid.')
  for (const id of new Set([...add, ...remove])) {
    const product = shop.products.get(id)!
    const others = product.publications.filter((entry) => entry.publicationId !== place.id)
    const entry = { publicationId: place.id, publishDate: shop.now() }
    savePublications(product, add.includes(id) ? [...others, entry] : others, call)
  }
  call.effects.push(`publication ${place.name}: +${add.length} -${remove.length} products`)
  return { publication: place, userErrors: [] }
}
