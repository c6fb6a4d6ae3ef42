import { z } from 'zod'
import { LIST_LIMIT, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, nodeOrNone } from '../wire.ts'
import { mediaStatus } from './product-set.wire.ts'
import type { MediaStatus } from './product-set.wire.ts'

const fault = z.object({ code: z.string(), message: z.string(), details: z.string().nullish() })
const image = z.object({ id: gid, fileStatus: mediaStatus, fileErrors: z.array(fault) })
const answer = z.object({ nodes: z.array(nodeOrNone(image)) })

export const MEDIA_STATUS: Operation<{ ids: readonly string[] }, z.infer<typeof answer>> = {
  name: 'nodes(MediaImage)',
  mutation: false,
  safe: true,
  cost: ({ ids }) => ids.length * 2,
  answer,
  document: `query MediaStatus($ids: [ID!]!) {
  nodes(ids: $ids) { ... on MediaImage { id fileStatus fileErrors { code message details } } }
}`,
}

export type MediaState = {
  readonly id: string
  readonly status: MediaStatus
  /** why it FAILED, for example IMAGE_DOWNLOAD_FAILURE, with Shopify's message */
  readonly reason?: { readonly code: string; readonly message: string }
}

/** The state of pictures of many products, in the order of the ids; undefined if the shop has no such picture. */
export async function mediaStates(
  execute: Execute,
  ids: readonly string[],
  options?: CallOptions,
): Promise<(MediaState | undefined)[]> {
  const states: (MediaState | undefined)[] = []
  for (const chunk of chunked(ids, LIST_LIMIT)) {
    const { nodes } = await execute(MEDIA_STATUS, { ids: chunk }, options)
    for (const node of nodes) states.push(node ? stateOf(node) : undefined)
  }
  return states
}

function stateOf({ id, fileStatus, fileErrors }: z.infer<typeof image>): MediaState {
  const [first] = fileErrors
  if (!first) return { id, status: fileStatus }
  const message = first.details ? `${first.message} (${first.details})` : first.message
  return { id, status: fileStatus, reason: { code: first.code, message } }
}
