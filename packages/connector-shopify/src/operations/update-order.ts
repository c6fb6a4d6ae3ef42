import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { OrderChange } from '../order-methods.ts'
import { gid } from '../wire.ts'

const updateAnswer = z.object({ orderUpdate: z.object({ order: z.object({ id: gid }).nullish() }) })
const tagsAnswer = z.object({ tagsAdd: z.object({ node: z.object({ id: gid }).nullish() }) })

export const UPDATE_ORDER: Operation<{ readonly input: { id: string } & OrderChange }, z.infer<typeof updateAnswer>> = {
  name: 'orderUpdate',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer: updateAnswer,
  document: `mutation UpdateOrder($input: OrderInput!) {
  orderUpdate(input: $input) { order { id } userErrors { field message } }
}`,
}

export const ADD_TAGS: Operation<
  { readonly id: string; readonly tags: readonly string[] },
  z.infer<typeof tagsAnswer>
> = {
  name: 'tagsAdd',
  mutation: true,
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer: tagsAnswer,
  document: `mutation AddTags($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } }
}`,
}

/** Writes the given fields of an order; others stay unchanged. */
export async function updateOrder(
  execute: Execute,
  id: string,
  change: OrderChange,
  options?: CallOptions,
): Promise<void> {
  await execute(UPDATE_ORDER, { input: { id, ...change } }, options)
}

/** Adds tags without reading first, so that two simultaneous calls both succeed. */
export async function addOrderTags(
  execute: Execute,
  id: string,
  tags: readonly string[],
  options?: CallOptions,
): Promise<void> {
  await execute(ADD_TAGS, { id, tags }, options)
}
