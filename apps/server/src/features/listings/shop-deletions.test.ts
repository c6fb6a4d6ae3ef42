import { expect, it } from 'vitest'
import { withPushBench } from './listings.testing.ts'
import { strike } from '../../../test/strike.ts'
import { until } from '../../../test/until.ts'

const at = withPushBench({ lamps: 2 })

it.each(['in its own admin', 'directly from here'])(
  'a product that was deleted in the shop %s is known to be gone by the shop’s message, and made anew by a push',
  async (where) => {
    const product = at.pushed()
    const { id } = await at.inShop(product)
    await strike(at.house, 'register-shop-webhooks')
    await until(
      () => at.simulator.control<unknown>('GET', '/shopify/bridge-us/webhooks'),
      (seen) => JSON.stringify(seen).includes('PRODUCTS_DELETE'),
    )
    if (where === 'directly from here') await at.house.ok('deleteStoreProduct', { storeId: at.us, productId: id })
    else
      await at.shop.ask('mutation ($i: ProductDeleteInput!) { productDelete(input: $i) { userErrors { message } } }', {
        i: { id },
      })
    const { listings } = await until(
      () => at.get(product),
      (now) => now.listings.some(({ state }) => state === 'removed'),
    )
    expect(listings.find(({ storeId }) => storeId === at.us)).toMatchObject({ storefrontUrl: null, adminUrl: null })
    expect(await at.dryRun(product)).toMatchObject({ action: 'create' })
    expect(await at.push([product])).toMatchObject({ items: [{ state: 'succeeded' }] })
    expect((await at.get(product)).state).toBe('online')
    expect((await at.inShop(product)).id).not.toBe(id)
  },
)
