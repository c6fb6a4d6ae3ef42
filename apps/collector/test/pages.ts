import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { inject } from 'vitest'
import type { PageData } from '../src/adapter-1688.ts'

/** The simulator's pages, over HTTP, as a browser shows them. */
export type Pages = {
  product(offerId: string): Promise<PageData>
  /** a page of the marketplace by its path, parsed */
  list(path: string, host?: string): Promise<Document>
  offer(offerId: string): Promise<Offer>
  quirk(name: string, value: unknown): Promise<unknown>
  close(): Promise<void>
}

/** An offer as the control API of the simulator returns it. */
export type Offer = {
  title: { zh: string }
  supplier: string
  quoteType: 0 | 1 | 2
  tiers: { startQuantity: number; priceFen: number }[]
  stock: number
  skus: { skuId: string; specId: string; priceFen: number; stock: number; values: string[] }[]
}

/** The address as in a browser; the simulator answers requests for all hosts of the marketplace. */
export const pageAddress = (offerId: string): URL => new URL(`https://detail.1688.com/offer/${offerId}.html?spm=a2615`)

export async function openPages(): Promise<Pages> {
  const lease = (await (await fetch(inject('simulators'), { method: 'POST' })).json()) as {
    origin: string
    end: string
  }
  const { origin, end } = lease
  const read = async (path: string): Promise<string> => (await fetch(origin + path)).text()
  const control = async (path: string, body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      `${origin}/control${path}`,
      body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    async product(offerId) {
      const html = await read(`/offer/${offerId}.html`)
      const window: Record<string, unknown> = {}
      for (const [, script] of html.matchAll(/<script>(.*?)<\/script>/gs)) runInNewContext(script!, { window })
      return { context: window['context'], variables: Object.keys(window).filter((name) => name.startsWith('__')) }
    },
    async list(path) {
      const { document } = new Window({ url: 'https://s.1688.com/' })
      document.write(await read(path))
      return document as unknown as Document
    },
    offer: async (offerId) => (await control(`/market/offer/${offerId}`)) as Offer,
    quirk: (name, value) => control('/quirks', { name, value }),
    close: async () => void (await fetch(end, { method: 'DELETE' })),
  }
}
