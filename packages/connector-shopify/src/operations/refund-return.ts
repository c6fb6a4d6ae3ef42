import { z } from 'zod'
import { formatMinor } from '@huoqiao/kit'
import { MONEY_BAG, MONEY_BAG_POINTS, moneyBag } from '../money-bag.wire.ts'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import type { ProcessReturnRequest, RefundSuggestion, ReturnPieces, UnprocessedReturn } from '../order-methods.ts'
import { gid, pageOf } from '../wire.ts'

const sentItem = z.object({ id: gid, lineItem: z.object({ id: gid }) }).nullish()
const unprocessed = z.object({
  return: z
    .object({
      id: gid,
      status: z.string(),
      returnLineItems: pageOf(
        z.object({ id: gid, processableQuantity: z.number().int(), fulfillmentLineItem: sentItem }),
      ),
      exchangeLineItems: z.object({ nodes: z.array(z.object({ processableQuantity: z.number().int() })) }),
      refunds: z.object({ nodes: z.array(z.object({ id: gid })) }),
      reverseFulfillmentOrders: pageOf(
        z.object({
          lineItems: pageOf(
            z.object({
              id: gid,
              totalQuantity: z.number().int(),
              dispositions: z.array(z.object({ quantity: z.number().int() })),
              fulfillmentLineItem: z.object({ id: gid }).nullish(),
            }),
          ),
        }),
      ),
    })
    .nullable(),
})
/** Sized so that the request stays under 1,000 points; a longer return is reported as partial. */
const LINES = 50
const REVERSE_ORDERS = 4
const OTHERS = 20

export const UNPROCESSED_RETURN: Operation<{ readonly id: string }, z.infer<typeof unprocessed>> = {
  name: 'return.unprocessed',
  mutation: false,
  safe: true,
  cost: () => 4 + LINES * 3 + OTHERS * 2 + REVERSE_ORDERS * (1 + LINES * 3),
  answer: unprocessed,
  document: `query UnprocessedReturn($id: ID!) {
  return(id: $id) {
    id status
    returnLineItems(first: ${LINES}) {
      nodes { id processableQuantity ... on ReturnLineItem { fulfillmentLineItem { id lineItem { id } } } }
      pageInfo { hasNextPage endCursor }
    }
    exchangeLineItems(first: ${OTHERS}) { nodes { processableQuantity } }
    refunds(last: ${OTHERS}) { nodes { id } }
    reverseFulfillmentOrders(first: ${REVERSE_ORDERS}) {
      nodes {
        lineItems(first: ${LINES}) {
          nodes { id totalQuantity dispositions { quantity } fulfillmentLineItem { id } }
          pageInfo { hasNextPage endCursor }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
}

const suggested = z.object({
  return: z
    .object({
      suggestedFinancialOutcome: z
        .object({
          maximumRefundable: moneyBag,
          shipping: z.object({ maximumRefundableSet: moneyBag }),
          financialTransfer: z
            .object({
              amount: moneyBag,
              suggestedTransactions: z
                .array(
                  z.object({
                    gateway: z.string().nullish(),
                    formattedGateway: z.string().nullish(),
                    maximumRefundableSet: moneyBag.nullish(),
                    amountSet: moneyBag,
                    parentTransaction: z.object({ id: gid }).nullish(),
                  }),
                )
                .optional(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullable(),
})
type SuggestVariables = {
  readonly id: string
  readonly lines: readonly ReturnPieces[]
  readonly shipping: { readonly fullRefund: boolean } | null
}
/** Payments of one order; the cost is that of a generous number of them. */
const PAYMENTS = 10

export const SUGGEST_RETURN_REFUND: Operation<SuggestVariables, z.infer<typeof suggested>> = {
  name: 'return.suggestedFinancialOutcome',
  mutation: false,
  safe: true,
  cost: () => 6 + 3 * MONEY_BAG_POINTS + PAYMENTS * (2 + 2 * MONEY_BAG_POINTS),
  answer: suggested,
  document: `query SuggestReturnRefund(
  $id: ID!, $lines: [SuggestedOutcomeReturnLineItemInput!]!, $shipping: RefundShippingInput
) {
  return(id: $id) {
    suggestedFinancialOutcome(returnLineItems: $lines, exchangeLineItems: [], refundShipping: $shipping) {
      maximumRefundable { ${MONEY_BAG} }
      shipping { maximumRefundableSet { ${MONEY_BAG} } }
      financialTransfer {
        ... on RefundReturnOutcome {
          amount { ${MONEY_BAG} }
          suggestedTransactions {
            gateway formattedGateway
            maximumRefundableSet { ${MONEY_BAG} } amountSet { ${MONEY_BAG} } parentTransaction { id }
          }
        }
        ... on InvoiceReturnOutcome { amount { ${MONEY_BAG} } }
      }
    }
  }
}`,
}

const processed = z.object({
  returnProcess: z.object({ return: z.object({ id: gid, status: z.string() }).nullish() }),
})
type ProcessVariables = { readonly input: Readonly<Record<string, unknown>> }

export const PROCESS_RETURN: Operation<ProcessVariables, z.infer<typeof processed>> = {
  name: 'returnProcess',
  mutation: true,
  // Every request processes the pieces and refunds again, and this call has no idempotency key (reference, section 3).
  safe: false,
  cost: () => MUTATION_COST + 1,
  answer: processed,
  document: `mutation ProcessReturn($input: ReturnProcessInput!) {
  returnProcess(input: $input) { return { id status } userErrors { code field message } }
}`,
}

/** The part of a return that was not processed yet; undefined: the return does not exist any more. Throws RemoteFailure. */
export async function unprocessedReturn(
  execute: Execute,
  id: string,
  options?: CallOptions,
): Promise<UnprocessedReturn | undefined> {
  const { return: found } = await execute(UNPROCESSED_RETURN, { id }, options)
  if (!found) return undefined
  const reverse = found.reverseFulfillmentOrders.nodes.flatMap(({ lineItems }) => lineItems.nodes)
  return {
    status: found.status,
    refundIds: found.refunds.nodes.map((refund) => refund.id),
    exchanges: found.exchangeLineItems.nodes.reduce((sum, line) => sum + line.processableQuantity, 0),
    isPartial: [
      found.returnLineItems.pageInfo,
      found.reverseFulfillmentOrders.pageInfo,
      ...found.reverseFulfillmentOrders.nodes.map(({ lineItems }) => lineItems.pageInfo),
    ].some(({ hasNextPage }) => hasNextPage),
    lines: found.returnLineItems.nodes.map(({ id: lineId, processableQuantity, fulfillmentLineItem: sent }) => ({
      id: lineId,
      quantity: processableQuantity,
      ...(sent ? { lineItemId: sent.lineItem.id } : {}),
      arrivals: reverse
        .filter((entry) => sent && entry.fulfillmentLineItem?.id === sent.id)
        .map((entry) => ({
          id: entry.id,
          quantity: entry.totalQuantity - entry.dispositions.reduce((sum, { quantity }) => sum + quantity, 0),
        }))
        .filter(({ quantity }) => quantity > 0),
    })),
  }
}

/** What the shop proposes to refund for these pieces; undefined if it has no proposal. Throws RemoteFailure. */
export async function suggestReturnRefund(
  execute: Execute,
  id: string,
  request: { readonly lines: readonly ReturnPieces[]; readonly shipping: boolean },
  options?: CallOptions,
): Promise<RefundSuggestion | undefined> {
  const variables = { id, lines: request.lines, shipping: request.shipping ? { fullRefund: true } : null }
  const outcome = (await execute(SUGGEST_RETURN_REFUND, variables, options)).return?.suggestedFinancialOutcome
  if (!outcome) return undefined
  const transfer = outcome.financialTransfer
  const isRefund = transfer?.suggestedTransactions !== undefined
  return {
    maximum: outcome.maximumRefundable,
    shipping: outcome.shipping.maximumRefundableSet,
    ...(transfer && isRefund ? { amount: transfer.amount } : {}),
    ...(transfer && !isRefund ? { owed: transfer.amount } : {}),
    payments: (transfer?.suggestedTransactions ?? []).flatMap((one) =>
      one.parentTransaction
        ? {
            id: one.parentTransaction.id,
            gateway: one.formattedGateway ?? one.gateway ?? '',
            amount: one.amountSet,
            maximum: one.maximumRefundableSet ?? one.amountSet,
          }
        : [],
    ),
  }
}

/** Processes pieces of a return, refunds, and puts them back into stock. Throws RemoteFailure. */
export async function processReturn(
  execute: Execute,
  id: string,
  { lines, payments, shipping, note, notifyCustomer }: ProcessReturnRequest,
  options?: CallOptions,
): Promise<void> {
  const input = {
    returnId: id,
    notifyCustomer,
    ...(note === '' ? {} : { note }),
    returnLineItems: lines.map(({ id: lineId, quantity, dispositions }) => ({
      id: lineId,
      quantity,
      ...(dispositions.length > 0
        ? {
            dispositions: dispositions.map(({ arrivalId, quantity: pieces, locationId }) => ({
              reverseFulfillmentOrderLineItemId: arrivalId,
              quantity: pieces,
              dispositionType: locationId === undefined ? 'NOT_RESTOCKED' : 'RESTOCKED',
              ...(locationId === undefined ? {} : { locationId }),
            })),
          }
        : {}),
    })),
    ...(shipping ? { refundShipping: { fullRefund: true } } : {}),
    ...(payments.length > 0
      ? {
          financialTransfer: {
            issueRefund: {
              orderTransactions: payments.map(({ id: parentId, amount }) => ({
                parentId,
                transactionAmount: {
                  amount: formatMinor(amount.minor, amount.currency),
                  currencyCode: amount.currency,
                },
              })),
            },
          },
        }
      : {}),
  }
  await execute(PROCESS_RETURN, { input }, options)
}
