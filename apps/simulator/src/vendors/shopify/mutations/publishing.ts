import type { Args, Call } from '../call.ts'
import { gidType } from '../gid.ts'
import { notSimulated } from '../refusals.ts'
import type { UserError } from '../rows.ts'
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
    const first = publications.map((entry) => entry.publishDate).sort()[0]
    const updated = { ...product, publications, publishedAt: first ?? null, updatedAt: shop.now() }
    shop.products.put(updated)
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
