import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { countOf, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gid, gidNumber } from '../gid.ts'
import type { ProductRow } from '../rows.ts'
import type { PublicationPlace } from '../shop-places.ts'

type Published = ProductRow['publications'][number]

const isDue = (entry: Published, call: Call): boolean => Date.parse(entry.publishDate) <= call.shop.core.clock.now()

/** Visible to shoppers on a channel: published there, the date reached, and the product ACTIVE or UNLISTED. */
export function isLive(product: ProductRow, publicationId: string, call: Call): boolean {
  if (product.status !== 'ACTIVE' && product.status !== 'UNLISTED') return false
  const entry = product.publications.find((row) => row.publicationId === publicationId)
  return entry !== undefined && isDue(entry, call)
}

function publicationsOf(product: ProductRow, args: Args, call: Call): Published[] {
  const onlyPublished = (args.onlyPublished ?? true) as boolean
  return product.publications.filter((entry) => !onlyPublished || isDue(entry, call))
}

function publicationPage(product: ProductRow, args: Args, call: Call): unknown {
  const page = paginate(publicationsOf(product, args, call), args as PageArgs, { id: (entry) => entry.publicationId })
  const view = (entry: Published): object => ({
    isPublished: isDue(entry, call),
    publishDate: entry.publishDate,
    publication: call.shop.places.publications.find((place) => place.id === entry.publicationId),
    publishable: product,
  })
  return {
    ...page,
    nodes: page.nodes.map(view),
    edges: page.edges.map((edge) => ({ cursor: edge.cursor, node: view(edge.node) })),
  }
}

export const publishableFields: TypeFields = fieldsOf<ProductRow>({
  availablePublicationsCount: (p, args, call) => countOf(publicationsOf(p, args, call).length),
  publicationCount: (p, args, call) => publicationsOf(p, args, call).length,
  resourcePublicationsCount: (p, args, call) => countOf(publicationsOf(p, args, call).length),
  resourcePublications: publicationPage,
  resourcePublicationsV2: publicationPage,
  publishedOnPublication: (p, args, call) =>
    p.publications.some((entry) => entry.publicationId === args.publicationId && isDue(entry, call)),
  unpublishedPublications: (p, args, call) => {
    const taken = new Set(p.publications.map((entry) => entry.publicationId))
    const rest = call.shop.places.publications.filter((place) => !taken.has(place.id))
    return paginate(rest, args as PageArgs, { id: (place) => place.id })
  },
})

const productsOn = (place: PublicationPlace, call: Call): ProductRow[] =>
  call.shop.products.sorted().filter((p) => p.publications.some((entry) => entry.publicationId === place.id))

export const publicationTypes: Record<string, TypeFields> = {
  Publication: fieldsOf<PublicationPlace>({
    autoPublish: () => false,
    supportsFuturePublishing: (place) => place.name === 'Online Store',
    operation: () => null,
    hasCollection: () => false,
    catalog: (place) => ({
      __typename: 'AppCatalog',
      id: gid('AppCatalog', gidNumber(place.id)),
      title: place.name,
      status: 'ACTIVE',
      operations: [],
      priceList: null,
      publication: place,
    }),
    includedProducts: (place, args, call) =>
      paginate(productsOn(place, call), args as PageArgs, { id: (product) => product.id }),
    products: (place, args, call) =>
      paginate(productsOn(place, call), args as PageArgs, { id: (product) => product.id }),
    includedProductsCount: (place, _args, call) => countOf(productsOn(place, call).length),
  }),
}
