import { isAnswered } from './client.ts'
import type { Answer, Client } from './client.ts'

const PURCHASES = '/api/purchase/center'
const DELIVERY = '/api/purchase/delivery'
const PRODUCTS = '/api/alibaba/product'

/** What two clerks may press in the same moment, each in a session of their own. */
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

/** How much of what was wanted was done, as the answer says. */
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
 * Two clerks who share the work, and now and then press the same at once. Of both answers the one goes on of which more was done: the
 * other clerk is told that somebody was quicker.
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
