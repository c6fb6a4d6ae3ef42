import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProductSetInput } from '@huoqiao/connector-shopify'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Does not depend on the structure of the simulator's answer: the first id and the first secret in it are the app's. */
export async function credentialsOf(origin: string): Promise<{ clientId: string; clientSecret: string }> {
  const { shops } = (await (await fetch(`${origin}/control/credentials`)).json()) as { shops: unknown }
  const text = JSON.stringify(shops)
  const clientId = /"clientId":"([^"]+)"/.exec(text)?.[1]
  const clientSecret = /"clientSecret":"([^"]+)"/.exec(text)?.[1]
  if (!clientId || !clientSecret) throw new Error(`no Shopify credentials in ${text.slice(0, 200)}`)
  return { clientId, clientSecret }
}

/** Serves one small picture under every path except those that contain "missing". */
export async function pictureServer(): Promise<{ origin: string; stop(): Promise<void> }> {
  // Only the client ends a kept-alive connection, never the server while a request is under way.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url?.includes('missing')) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const pictureInput = (origin: string, path: string, alt: string) => ({
  originalSource: `${origin}/${path}.png`,
  alt,
  contentType: 'IMAGE' as const,
})

/** `count` variants over one option, with SKUs, prices and weights. */
export const productInput = (run: number, count: number, extra: Partial<ProductSetInput> = {}): ProductSetInput => ({
  title: `Folding lamp ${run}`,
  descriptionHtml: '<p>Warm light</p>',
  vendor: 'Bridge',
  productType: 'Lamps',
  status: 'ACTIVE',
  tags: ['lamp', 'led'],
  productOptions: [{ name: 'Model', values: Array.from({ length: count }, (_none, index) => ({ name: `M${index}` })) }],
  variants: Array.from({ length: count }, (_none, index) => ({
    optionValues: [{ optionName: 'Model', name: `M${index}` }],
    sku: `SKU-${run}-${index}`,
    price: '12.99',
    compareAtPrice: '19.99',
    position: index + 1,
    inventoryPolicy: 'DENY' as const,
    inventoryItem: { cost: '3.20', tracked: true, measurement: { weight: { unit: 'GRAMS' as const, value: 420 } } },
  })),
  ...extra,
})

/** A lamp with 2,048 variants, 16 × 16 × 8: the maximum of a product. */
export function largest(run: number): ProductSetInput {
  const options = [
    ['A', 16],
    ['B', 16],
    ['C', 8],
  ] as const
  return productInput(run, 1, {
    productOptions: options.map(([name, size]) => ({
      name,
      values: range(size).map((n) => ({ name: `${name}${n}` })),
    })),
    variants: range(2048).map((n) => ({
      optionValues: [
        { optionName: 'A', name: `A${Math.floor(n / 128)}` },
        { optionName: 'B', name: `B${Math.floor(n / 8) % 16}` },
        { optionName: 'C', name: `C${n % 8}` },
      ],
      sku: `BIG-${n}`,
      price: '1.00',
      position: n + 1,
    })),
  })
}

export const range = (count: number): number[] => Array.from({ length: count }, (_none, index) => index)
