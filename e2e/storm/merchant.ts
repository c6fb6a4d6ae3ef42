import { chanceOf } from './chance.ts'
import type { Clerk } from './clerk.ts'
import { isAnswered, must } from './client.ts'
import type { Answer, Client, Rows } from './client.ts'

const PRODUCTS = '/api/alibaba/product'

/** What the shops must show of a product at the end. */
export type Shown = { title: string; skus: readonly string[] }
export type Merchant = {
  /** Creates the products, only in the app. */
  open(): Promise<void>
  /** `share`: the part of the storm that is over; the same part of all changes may have been made. */
  allowChanges(share: number): void
  /** One round: some products are changed, and changes that the shops do not show yet are pushed. */
  round(): Promise<void>
  /** the last saved version of each product is in every shop, according to the app */
  finished(): Promise<boolean>
  /** by the words at the beginning of its title */
  shown(): ReadonlyMap<string, Shown>
  storeNames(): readonly string[]
}

type Product = { id: string; version: number; title: string }
type Own = { id: string; name: string; saved: number; skus: string[]; task: string | undefined; reported: number }
type Task = { id: string; state: string }
type Items = { task: Task | null; items: { list: { productId: string; state: string; message: string }[] } }

const OPEN = ['queued', 'running', 'throttled']
const MOST_CHANGES = 8
/** In each round this part of the products that may change is changed. */
const CHANGES = 0.2

/** A person who sells what is pushed to the shops, and keeps changing it. */
export function openMerchant(
  client: Client,
  clerk: Pick<Clerk, 'note'>,
  { seed, products }: { seed: string; products: number },
): Merchant {
  const chance = chanceOf(seed, 'merchant')
  const own: Own[] = []
  let stores: { id: string; name: string }[] = []
  let ripe = 0

  const heard = async <T>(about: string, answer: Promise<Answer<T>>): Promise<T | undefined> => {
    const result = await answer
    if (isAnswered(result)) return result.data
    clerk.note(`${about}：${result.msg}`)
    return undefined
  }
  /** The separator matters: `Storm lamp 1` and `Storm lamp 12` must be different prefixes. */
  const titleOf = ({ name, saved }: Own): string => `${name} as of ${saved}`

  async function change(one: Own): Promise<void> {
    const productAs = (): Promise<Product> => must(client.get<Product>(`${PRODUCTS}/getProduct`, { productId: one.id }))
    const title = titleOf({ ...one, saved: one.saved + 1 })
    const fields = { productId: one.id, version: (await productAs()).version, edit: { title } }
    // If its answer got lost, the client sends it again, and the second one is refused as stale: then the title shows that it was saved.
    if (
      (await heard('编辑商品', client.form(`${PRODUCTS}/editProduct`, fields))) ||
      (await productAs()).title === title
    )
      one.saved++
  }

  async function push(some: readonly Own[]): Promise<void> {
    const reported = some.map(({ saved }) => saved)
    const fields = { productIds: some.map(({ id }) => id), storeIds: stores.map(({ id }) => id) }
    type Ordered = { task: Task | null; rows: Rows }
    const answer = await heard('同步到店铺', client.form<Ordered>(`${PRODUCTS}/syncToShopify`, fields))
    for (const row of answer?.rows.rows ?? []) if (!row.ok) clerk.note(`同步到店铺：${row.message}`)
    if (!answer?.task) return
    for (const [index, one] of some.entries()) {
      one.task = answer.task.id
      one.reported = reported[index]!
    }
  }

  /** Whether its last push has ended; failed items are sent again. */
  async function isThrough(taskId: string): Promise<boolean> {
    const { task, items } = await must(
      client.post<Items>(`${PRODUCTS}/queryProductsSyncStates`, { taskId, pageSize: 200 }),
    )
    if (!task || OPEN.includes(task.state)) return false
    const left = items.list.filter(({ state }) => ['failed', 'unknown', 'cancelled'].includes(state))
    for (const { state, message } of left) clerk.note(`同步 ${state}：${message}`)
    if (left.length > 0) await heard('重试同步', client.post(`${PRODUCTS}/retrySyncTask`, { taskId }))
    return left.length === 0
  }

  const isShown = async ({ task, reported, saved }: Own): Promise<boolean> =>
    task !== undefined && reported === saved && (await isThrough(task))

  return {
    async open() {
      const all = await must(
        client.get<{ id: string; name: string; currency: string }[]>('/api/shopify/store/getAllShopifyStores'),
      )
      stores = all.filter(({ currency }) => currency !== 'JPY')
      for (let index = 0; index < products; index++) {
        const name = `Storm lamp ${index}`
        const made = productOf(name, index)
        const fields = { ...made, storeIds: stores.map(({ id }) => id) }
        const { id } = await must(client.post<Product>(`${PRODUCTS}/createProduct`, fields))
        own.push({
          id,
          name,
          saved: 0,
          skus: made.variants.map(({ skuCode }) => skuCode),
          task: undefined,
          reported: -1,
        })
      }
    },
    allowChanges: (share) => void (ripe = share),
    async round() {
      const through = new Map<string, boolean>()
      const open: Own[] = []
      for (const one of own) {
        const { task } = one
        if (task !== undefined && !through.has(task)) through.set(task, await isThrough(task))
        if (task !== undefined && !through.get(task)) continue
        if (one.saved < MOST_CHANGES * ripe && chance.next() < CHANGES) await change(one)
        if (one.reported !== one.saved) open.push(one)
      }
      if (open.length > 0) await push(open)
    },
    async finished() {
      for (const one of own) if (!(await isShown(one))) return false
      return true
    },
    shown: () => new Map(own.map((one) => [one.name, { title: titleOf(one), skus: one.skus }])),
    storeNames: () => stores.map(({ name }) => name),
  }
}

function productOf(name: string, index: number) {
  const colours = ['Red', 'Blue']
  return {
    title: `${name} as of 0`,
    titleZh: `风暴台灯${index}`,
    descriptionHtml: '<p>warm</p>',
    vendor: 'Huo',
    tags: ['storm'],
    images: [{ id: 'a', url: `https://pictures.example/storm/${index}.jpg`, alt: name }],
    options: [{ name: 'Color', values: colours.map((value) => ({ value })) }],
    variants: colours.map((value) => ({
      id: crypto.randomUUID(),
      skuCode: `STORM${index}-${value}`,
      sourceSkuId: null,
      sourceSpecId: null,
      optionValues: [value],
      costMinor: 1850,
      weightGrams: 420,
      stock: 10,
      stockPolicy: 'deny',
      imageId: 'a',
      dropped: false,
      prices: [],
    })),
  }
}
