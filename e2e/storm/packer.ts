import type { Clerk, Purchase } from './clerk.ts'
import { allPages, isAnswered, must } from './client.ts'
import type { Answer, Client, Rows } from './client.ts'

const PURCHASES = '/api/purchase/center'
const DELIVERY = '/api/purchase/delivery'

export type Packer = {
  /** One round over what has arrived and what can be shipped. */
  round(): Promise<void>
  /** all paid goods have arrived, and the tracking numbers are in the shops */
  finished(): Promise<boolean>
  /** tracking numbers that the app reports as sent to the shops */
  sent(): Promise<number>
}

type Shipment = { id: string; state: string; reason: string }
type Detail = { lines: { id: string; quantity: number; demand: { orderId: string }[] }[] }

const RETRY_EVERY_MS = 20_000

/** The warehouse: receives what the sellers sent, and reports the tracking numbers to the shops. */
export function openPacker(client: Client, clerk: Clerk): Packer {
  /** by purchase; the packer remembers what was shipped already, as a person does */
  const shipped = new Set<string>()
  let retriedAt = 0

  const heard = async <T>(about: string, answer: Promise<Answer<T>>): Promise<T | undefined> => {
    const result = await answer
    const { msg, data } = result
    if (isAnswered(result)) return data
    clerk.note(`${about}：${msg}`)
    return undefined
  }
  const due = async (): Promise<Purchase[]> =>
    (await clerk.purchases()).filter(({ number }) => clerk.isPaidHere(number))
  const detailOf = (purchaseId: string): Promise<Detail> =>
    must(client.get<Detail>(`${PURCHASES}/getPurchaseOrderSkuDetails`, { purchaseId }))
  const shipments = (): Promise<Shipment[]> => allPages(client, `${DELIVERY}/getShipments`)

  async function receive({ id }: Purchase): Promise<void> {
    const { lines } = await detailOf(id)
    await heard(
      '收货',
      client.post(`${DELIVERY}/receiveGoods`, {
        purchaseId: id,
        key: `storm ${id}`,
        lines: lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
        // The goods have arrived; the message about the parcel may have got lost.
        unsentReason: '货已经到了',
      }),
    )
  }

  async function ship({ id, number }: Purchase): Promise<void> {
    const { lines } = await detailOf(id)
    const orderIds = new Set(lines.flatMap(({ demand }) => demand.map(({ orderId }) => orderId)))
    const items = Array.from(orderIds, (orderId) => ({ orderId, carrier: 'UPS', numbers: [`1Z${number}`] }))
    const handed = await heard('回传', client.post<Rows>(`${DELIVERY}/shipOrders`, { items }))
    for (const row of handed?.rows ?? []) if (!row.ok) clerk.note(`回传：${row.message}`)
    if (handed?.failed === 0) shipped.add(id)
  }

  async function retry(): Promise<void> {
    if (performance.now() - retriedAt < RETRY_EVERY_MS) return
    retriedAt = performance.now()
    const open = (await shipments()).filter(({ state }) => state === 'failed' || state === 'unknown')
    for (const { state, reason } of open) clerk.note(`回传 ${state}：${reason}`)
    const shipmentIds = open.map(({ id }) => id)
    if (shipmentIds.length > 0) await heard('重试回传', client.post(`${DELIVERY}/retryShipments`, { shipmentIds }))
  }

  const handedOver = async (): Promise<boolean> =>
    (await due()).every(({ id, state }) => state === 'done' && shipped.has(id))
  const allSent = async (): Promise<boolean> => (await shipments()).every(({ state }) => state === 'sent')

  return {
    async round() {
      const all = await due()
      for (const one of all) if (one.state === 'to-receive' || one.state === 'part-received') await receive(one)
      for (const one of all) if (one.state === 'done' && !shipped.has(one.id)) await ship(one)
      await retry()
    },
    finished: async () => (await handedOver()) && (await allSent()),
    sent: async () => (await shipments()).filter(({ state }) => state === 'sent').length,
  }
}
