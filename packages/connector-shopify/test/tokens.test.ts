import { describe, expect, it } from 'vitest'
import type { Credentials } from '../src/index.ts'
import { caught, connect } from './connected.ts'
import { graphql } from './pretend-shop.ts'
import { NOON } from './virtual-time.ts'

const APP: Credentials = { kind: 'client-credentials', clientId: 'app-1', clientSecret: 'shpss_secret' }
const DELETED = { data: { productDelete: { deletedProductId: 'gid://shopify/Product/1', userErrors: [] } } }
const LOCATIONS = { data: { locations: { nodes: [], pageInfo: { hasNextPage: false } } } }
const isTokenCall = (path: string): boolean => path === '/admin/oauth/access_token'

describe('tokens', () => {
  it('requests one token for all waiting calls, and stores it', async () => {
    const { shop, connector, tokens } = await connect(
      ({ path }, response) => {
        if (isTokenCall(path)) response.end('{"access_token":"shpat_9","scope":"read_products","expires_in":86399}')
        else graphql(response, LOCATIONS)
      },
      { credentials: APP },
    )
    await Promise.all([connector.listLocations(), connector.listLocations(), connector.listLocations()])
    const asked = shop.received.filter(({ path }) => isTokenCall(path))
    expect(asked.map(({ body }) => body)).toEqual([
      'grant_type=client_credentials&client_id=app-1&client_secret=shpss_secret',
    ])
    expect(
      shop.received.filter(({ path }) => path === '/admin/api/2026-07/graphql.json').map(({ token }) => token),
    ).toEqual(['shpat_9', 'shpat_9', 'shpat_9'])
    expect(tokens.held()?.scope).toBe('read_products')
  })

  it('renews a token that became invalid early, once, and carries a mutation out once', async () => {
    const stored = { accessToken: 'shpat_dead', scope: '', expiresAt: NOON + 80_000_000 }
    const { shop, connector } = await connect(
      ({ path, token }, response) => {
        if (isTokenCall(path)) response.end('{"access_token":"shpat_new","scope":"","expires_in":86399}')
        else if (token === 'shpat_new') graphql(response, DELETED)
        else graphql(response, { errors: '[API] Invalid API key or access token' }, { status: 401 })
      },
      { credentials: APP, stored },
    )
    expect(await connector.deleteProduct('gid://shopify/Product/1')).toBe('deleted')
    expect(shop.received.map(({ path, token }) => (isTokenCall(path) ? 'token' : token))).toEqual([
      'shpat_dead',
      'token',
      'shpat_new',
    ])
  })

  it('renews in the last hour, and uses the old token when that fails', async () => {
    const stored = { accessToken: 'shpat_old', scope: '', expiresAt: NOON + 1_800_000 }
    const { shop, connector, events } = await connect(
      ({ path }, response) => {
        if (isTokenCall(path)) response.writeHead(500).end('oops')
        else graphql(response, LOCATIONS)
      },
      { credentials: APP, stored },
    )
    await connector.listLocations()
    await connector.listLocations()
    expect(shop.received.map(({ path, token }) => (isTokenCall(path) ? 'token' : token))).toEqual([
      'token',
      'shpat_old',
      'shpat_old',
    ])
    expect(events.filter(({ kind }) => kind === 'token-renewal-failed')).toHaveLength(1)
  })

  it('calls a refused app unauthorised, and shows no secret', async () => {
    const { connector } = await connect(
      (_received, response) => response.writeHead(400).end('{"error":"invalid_client","hint":"shpss_secret"}'),
      { credentials: APP },
    )
    const failure = await caught(connector.shopInfo())
    expect([failure.word, failure.detail.code]).toEqual(['unauthorised', 'invalid_client'])
    expect(JSON.stringify(failure.detail.exchange)).not.toContain('shpss_secret')
  })
})
