import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { DeclineReturnRequest } from '../order-methods.ts'
import { gid } from '../wire.ts'

const RETURN = 'return { id status } userErrors { code field message }'
const changed = z.object({ return: z.object({ id: gid, status: z.string() }).nullish() })

type ApproveVariables = { readonly input: { readonly id: string; readonly notifyCustomer: boolean } }
type DeclineVariables = {
  readonly input: ApproveVariables['input'] & { readonly declineReason: string; readonly declineNote?: string }
}

// Each is refused when it is repeated, which would hide that the first was carried out. Therefore none is safe to send twice.
export const APPROVE_RETURN: Operation<ApproveVariables, { returnApproveRequest: z.infer<typeof changed> }> = {
  name: 'returnApproveRequest',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: z.object({ returnApproveRequest: changed }),
  document: `mutation ApproveReturn($input: ReturnApproveRequestInput!) {
  returnApproveRequest(input: $input) { ${RETURN} }
}`,
}

export const DECLINE_RETURN: Operation<DeclineVariables, { returnDeclineRequest: z.infer<typeof changed> }> = {
  name: 'returnDeclineRequest',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: z.object({ returnDeclineRequest: changed }),
  document: `mutation DeclineReturn($input: ReturnDeclineRequestInput!) {
  returnDeclineRequest(input: $input) { ${RETURN} }
}`,
}

export const CLOSE_RETURN: Operation<{ readonly id: string }, { returnClose: z.infer<typeof changed> }> = {
  name: 'returnClose',
  mutation: true,
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: z.object({ returnClose: changed }),
  document: `mutation CloseReturn($id: ID!) { returnClose(id: $id) { ${RETURN} } }`,
}

/** Accepts a requested return. Throws RemoteFailure. */
export async function approveReturn(
  execute: Execute,
  id: string,
  notifyCustomer: boolean,
  options?: CallOptions,
): Promise<void> {
  await execute(APPROVE_RETURN, { input: { id, notifyCustomer } }, options)
}

/** Declines a requested return; the note is for the shopper. Throws RemoteFailure. */
export async function declineReturn(
  execute: Execute,
  id: string,
  { reason, note, notifyCustomer }: DeclineReturnRequest,
  options?: CallOptions,
): Promise<void> {
  const input = { id, notifyCustomer, declineReason: reason, ...(note === '' ? {} : { declineNote: note }) }
  await execute(DECLINE_RETURN, { input }, options)
}

/** Ends an open return. Throws RemoteFailure. */
export async function closeReturn(execute: Execute, id: string, options?: CallOptions): Promise<void> {
  await execute(CLOSE_RETURN, { id }, options)
}
