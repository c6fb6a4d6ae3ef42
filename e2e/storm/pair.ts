import { isAnswered } from './client.ts'
import type { Answer, Client } from './client.ts'

const PURCHASES = '/api/purchase/center'
const DELIVERY = '/api/purchase/delivery'
const PRODUCTS = '/api/alibaba/product'

/** Calls that two clerks may make at the same moment, each in a session of their own. */
const PRESSED = new Set([
  `${PURCHASES}/createPurchaseOrder`,
  `${PURCHASES}/completeReviewOrder`,
  `${PURCHASES}/createAlibabaOrder`,
  `${PURCHASES}/acceptAlibabaPrice`,
  `${PURCHASES}/settleAlibabaOrder`,
  `${PURCHASES}/payByProtocol`,
  `${PURCHASES}/cancelAlibabaOrder`,
  `${PURCHASES}/applyAlibabaRefund`,
  `${DELIVERY}/receiveGoods`,
  `${DELIVERY}/shipOrders`,
  `${DELIVERY}/retryShipments`,
  `${PRODUCTS}/syncToShopify`,
  `${PRODUCTS}/retrySyncTask`,
])

/** How much of the request was done, according to the answer. */
function worthOf(answer: Answer<unknown>): number {
  if (!isAnswered(answer)) return 0
  const { rows, succeeded, purchases } = (answer.data ?? {}) as {
    rows?: object
    succeeded?: number
    purchases?: object[]
  }
  const reported = rows !== undefined && !Array.isArray(rows) ? (rows as { succeeded?: number }).succeeded : succeeded
  return (answer.code === 200 ? 1 : 0) + (reported ?? 0) + (purchases?.length ?? 0)
}

/**
 * Two clerks who share the work, and sometimes make the same call at once. The answer with more work done is used; the other one says that
 * somebody was faster.
 */
export function pairOf(first: Client, second: Client, isTogether: () => boolean): Client & { together(): number } {
  let together = 0
  const both =
    <T>(press: (client: Client) => Promise<Answer<T>>) =>
    async (): Promise<Answer<T>> => {
      together++
      const [one, other] = await Promise.all([press(first), press(second)])
      return worthOf(other) > worthOf(one) ? other : one
    }
  const pressed = <T>(path: string, press: (client: Client) => Promise<Answer<T>>): Promise<Answer<T>> =>
    PRESSED.has(path) && isTogether() ? both(press)() : press(first)
  return {
    get: (path, fields) => first.get(path, fields),
    post: (path, fields) => pressed(path, (client) => client.post(path, fields)),
    form: (path, fields) => pressed(path, (client) => client.form(path, fields)),
    again: () => first.again() + second.again(),
    together: () => together,
  }
}
