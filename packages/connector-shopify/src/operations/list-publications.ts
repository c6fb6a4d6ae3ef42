import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodesOf } from '../wire.ts'

const publication = z.object({
  id: gid,
  autoPublish: z.boolean(),
  catalog: z.object({ title: z.string() }).nullish(),
})
const answer = z.object({ publications: nodesOf(publication) })

const PAGE = 50

export const LIST_PUBLICATIONS: Operation<{ first: number }, z.infer<typeof answer>> = {
  name: 'publications',
  mutation: false,
  safe: true,
  cost: ({ first }) => 2 * first + 3,
  answer,
  // `name` is deprecated in favour of the catalogue's title. Nobody has fifty channels, so one page is complete.
  document: `query ListPublications($first: Int!) {
  publications(first: $first) { nodes { id autoPublish catalog { title } } }
}`,
}

export type ShopPublication = {
  readonly id: string
  readonly title: string
  /** new products appear there automatically, so publishing is not needed */
  readonly autoPublish: boolean
}

/** The sales channels that a product can be published to. Needs read_publications. */
export async function listPublications(execute: Execute, options?: CallOptions): Promise<ShopPublication[]> {
  const { publications } = await execute(LIST_PUBLICATIONS, { first: PAGE }, options)
  return publications.nodes.map(({ id, autoPublish, catalog }) => ({ id, autoPublish, title: catalog?.title ?? id }))
}
