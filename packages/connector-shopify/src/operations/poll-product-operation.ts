import { RemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { userErrorsFailure } from '../failures.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, userErrorSchema } from '../wire.ts'

const answer = z.object({
  productOperation: z
    .object({
      status: z.enum(['CREATED', 'ACTIVE', 'COMPLETE']),
      product: z.object({ id: gid }).nullish(),
      userErrors: z.array(userErrorSchema).optional(),
    })
    .nullable(),
})

export const POLL_PRODUCT_OPERATION: Operation<{ id: string }, z.infer<typeof answer>> = {
  name: 'productOperation',
  mutation: false,
  safe: true,
  cost: () => 3,
  answer,
  document: `query PollProductOperation($id: ID!) {
  productOperation(id: $id) {
    status
    product { id }
    ... on ProductSetOperation { userErrors { code field message } }
    ... on ProductDeleteOperation { userErrors { field message } }
  }
}`,
}

export type ProductOperationState =
  | { readonly kind: 'working' }
  | { readonly kind: 'done'; readonly productId: string | undefined }

/**
 * The state of an asynchronous productSet. COMPLETE does not mean success: the job's own errors are thrown as `rejected` (reference,
 * section 3). Throws `not-found` for an unknown operation.
 */
export async function pollProductOperation(
  execute: Execute,
  operationId: string,
  options?: CallOptions,
): Promise<ProductOperationState> {
  const { productOperation } = await execute(POLL_PRODUCT_OPERATION, { id: operationId }, options)
  if (!productOperation)
    throw new RemoteFailure('not-found', `there is no product operation ${operationId}`, {
      vendor: 'shopify',
      call: POLL_PRODUCT_OPERATION.name,
    })
  if (productOperation.status !== 'COMPLETE') return { kind: 'working' }
  const errors = productOperation.userErrors ?? []
  if (errors.length > 0)
    throw userErrorsFailure(
      POLL_PRODUCT_OPERATION.name,
      errors.map(({ code, field, message }) => ({
        message,
        ...(code ? { code } : {}),
        ...(field ? { field } : {}),
      })),
    )
  return { kind: 'done', productId: productOperation.product?.id }
}
