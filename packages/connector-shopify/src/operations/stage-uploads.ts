import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { LIST_LIMIT, MUTATION_COST, chunked } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'

const target = z.object({
  url: z.string().nullable(),
  resourceUrl: z.string().nullish(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
})
const answer = z.object({ stagedUploadsCreate: z.object({ stagedTargets: z.array(target).nullable() }) })

export type UploadRequest = {
  readonly filename: string
  /** E.g. image/jpeg. */
  readonly mimeType: string
  /** Bytes. */
  readonly fileSize: number
}

type StageVariables = {
  readonly input: readonly {
    readonly filename: string
    readonly mimeType: string
    /** UnsignedInt64 is sent as text. */
    readonly fileSize: string
    readonly resource: 'IMAGE' | 'BULK_MUTATION_VARIABLES'
    readonly httpMethod: 'POST'
  }[]
}

export const STAGE_UPLOADS: Operation<StageVariables, z.infer<typeof answer>> = {
  name: 'stagedUploadsCreate',
  mutation: true,
  // Unused targets expire automatically.
  safe: true,
  cost: () => MUTATION_COST + 2,
  answer,
  document: `mutation StageUploads($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`,
}

export type StagedTarget = {
  /** where to upload the bytes, see upload-staged-file */
  readonly url: string
  /** the value for a FileSetInput's `originalSource` afterwards */
  readonly resourceUrl: string
  /** Form fields that go before the file, in this order. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

/** Requests places for picture uploads: about 10 points for up to 250, so request many at once. Same order. */
export async function stageUploads(
  execute: Execute,
  requests: readonly UploadRequest[],
  options?: CallOptions,
): Promise<StagedTarget[]> {
  const targets: StagedTarget[] = []
  for (const chunk of chunked(requests, LIST_LIMIT)) {
    const input = chunk.map(({ filename, mimeType, fileSize }) => ({
      filename,
      mimeType,
      fileSize: String(fileSize),
      resource: 'IMAGE' as const,
      httpMethod: 'POST' as const,
    }))
    const { stagedUploadsCreate } = await execute(STAGE_UPLOADS, { input }, options)
    const made = stagedUploadsCreate.stagedTargets ?? []
    for (const { url, resourceUrl, parameters } of made)
      if (url && resourceUrl) targets.push({ url, resourceUrl, parameters })
  }
  if (targets.length !== requests.length)
    throw new RemoteFailure(
      'rejected',
      `stagedUploadsCreate: ${targets.length} of ${requests.length} places were given`,
      {
        vendor: 'shopify',
        call: STAGE_UPLOADS.name,
      },
    )
  return targets
}

/** Where a bulk mutation's lines are uploaded, and the path to name it afterwards. */
export type BulkTarget = {
  readonly url: string
  readonly path: string
  readonly parameters: StagedTarget['parameters']
}

/** This resource has no address of its own: the value of its `key` parameter is used (reference, section 2). */
export async function stageBulkVariables(
  execute: Execute,
  { filename, mimeType, fileSize }: UploadRequest,
  options?: CallOptions,
): Promise<BulkTarget> {
  const request = { filename, mimeType, fileSize: String(fileSize), httpMethod: 'POST' as const }
  const input = [{ ...request, resource: 'BULK_MUTATION_VARIABLES' as const }]
  const { stagedUploadsCreate } = await execute(STAGE_UPLOADS, { input }, options)
  const made = stagedUploadsCreate.stagedTargets?.[0]
  const path = made?.parameters.find(({ name }) => name === 'key')?.value
  if (!made?.url || path === undefined)
    throw new RemoteFailure('rejected', 'stagedUploadsCreate: no place for bulk variables was given', {
      vendor: 'shopify',
      call: STAGE_UPLOADS.name,
    })
  return { url: made.url, path, parameters: made.parameters }
}
