import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canOf, deriveProductState, whyNotRecycle } from './products.rules.ts'
import type { ListingState, ListingSummary } from './products.types.ts'

const listing = (storeId: string, state: ListingState, outdated = false): ListingSummary => ({
  storeId,
  storeName: storeId,
  state,
  outdated,
  shopifyProductId: state === 'pending' ? null : 'gid://shopify/Product/1',
  storefrontUrl: null,
  adminUrl: null,
  error: null,
  pushedAt: null,
})
const STATES: ListingState[] = ['pending', 'queued', 'syncing', 'online', 'failed', 'unknown', 'offline', 'removed']
const anyListings = fc
  .array(fc.tuple(fc.constantFrom(...STATES), fc.boolean()), { maxLength: 5 })
  .map((list) => list.map(([state, outdated], index) => listing(`s${index}`, state, outdated)))
const derived = (listings: ListingSummary[], over: object = {}) =>
  deriveProductState({
    recycled: false,
    complete: true,
    storeIds: listings.map(({ storeId }) => storeId),
    listings,
    ...over,
  })

describe('deriveProductState', () => {
  it.each<[string, ListingSummary[]]>([
    ['ready', []],
    ['ready', [listing('a', 'pending'), listing('b', 'removed')]],
    ['syncing', [listing('a', 'online'), listing('b', 'queued')]],
    ['unknown', [listing('a', 'online'), listing('b', 'unknown')]],
    ['partial', [listing('a', 'online'), listing('b', 'failed')]],
    ['failed', [listing('a', 'pending'), listing('b', 'failed')]],
    ['online', [listing('a', 'online'), listing('b', 'online')]],
    ['outdated', [listing('a', 'online', true), listing('b', 'online')]],
    ['outdated', [listing('a', 'online'), listing('b', 'pending')]],
    ['offline', [listing('a', 'offline'), listing('b', 'pending')]],
  ])('returns %s', (state, listings) => {
    expect(derived(listings)).toBe(state)
  })

  it('does not depend on the order of stores, and ignores stores that are not claimed any more', () => {
    fc.assert(
      fc.property(anyListings, fc.boolean(), (listings, complete) => {
        const state = derived(listings, { complete })
        expect(derived(listings.toReversed(), { complete })).toBe(state)
        const storeIds = listings.map(({ storeId }) => storeId)
        expect(derived([...listings, listing('gone', 'unknown')], { complete, storeIds })).toBe(state)
        expect(derived(listings, { complete, recycled: true })).toBe('recycled')
      }),
    )
  })

  it('never reports as finished what is still in progress or unknown', () => {
    fc.assert(
      fc.property(anyListings, (listings) => {
        const state = derived(listings)
        const has = (...states: ListingState[]) => listings.some((one) => states.includes(one.state))
        if (has('queued', 'syncing')) expect(state).toBe('syncing')
        else if (has('unknown')) expect(state).toBe('unknown')
        else if (has('failed')) expect(['failed', 'partial']).toContain(state)
        if (state === 'online') expect(listings.every((one) => one.state === 'offline' || !one.outdated)).toBe(true)
      }),
    )
  })
})

describe('whyNotRecycle', () => {
  it('never allows recycling what is in a shop or may be there', () => {
    fc.assert(
      fc.property(anyListings, (listings) => {
        const judged = { state: derived(listings), missing: [], listings }
        if (whyNotRecycle(judged) !== undefined) return
        expect(PRODUCT_STATES[judged.state].next).toContain('recycled')
        expect(listings.some(({ state }) => ['online', 'queued', 'syncing', 'unknown'].includes(state))).toBe(false)
        expect(canOf(judged)['deleteProduct']).toBe(true)
      }),
    )
  })
})
