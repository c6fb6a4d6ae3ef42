import type { SimCore } from '../../core.ts'

/** Everything that the reference marks UNCERTAIN, with the reading that the simulator takes by default. */
export function shopifyQuirks(core: SimCore) {
  const q: SimCore['quirk'] = (name, fallback, help) => core.quirk(name, fallback, help)
  return {
    withheldScopes: q('shopify.withheld-scopes', '', 'scopes that the merchant has not granted, comma-separated'),
    throttleAs429: q('shopify.throttle-as-429', false, 'answer HTTP 429 with Retry-After instead of 200 THROTTLED'),
    connectionSizing: q(
      'shopify.connection-sizing',
      'linear',
      'cost of a connection: "linear" (first × node) or "logarithmic" (as one report of 25 points for 250 × 2 objects)',
    ),
    filesWholeState: q('shopify.files-whole-state', true, 'productSet.files drops the files that it does not list'),
    identityByOptions: q(
      'shopify.variant-identity-by-options',
      true,
      'productSet keeps a variant without id when its option values match an existing one',
    ),
    metafieldsWholeState: q(
      'shopify.metafields-whole-state',
      true,
      'productSet.metafields deletes the metafields that it does not list',
    ),
    channelPublicationUpdate: q(
      'shopify.channel-publication-update',
      false,
      'publicationUpdate may add and remove products of a sales channel; when off it answers CANNOT_MODIFY_APP_CATALOG_PUBLICATION',
    ),
    variantThrottleFrom: q(
      'shopify.variant-throttle-from',
      50_000,
      'variants in a non-Plus shop from which on only 1,000 new ones a day are allowed',
    ),
    variantThrottlePerDay: q('shopify.variant-throttle-per-day', 1000, 'new variants a day once the throttle holds'),
    maxImageBytes: q('shopify.max-image-bytes', 20_971_520, 'largest picture'),
    maxImagePixels: q('shopify.max-image-pixels', 25_000_000, 'picture with most pixels'),
    mediaMinMs: q('shopify.media-min-ms', 1000, 'shortest processing of a picture, simulated milliseconds'),
    mediaMaxMs: q('shopify.media-max-ms', 3000, 'longest processing of a picture, simulated milliseconds'),
    fetchMedia: q('shopify.fetch-media', true, 'really fetch pictures; when off each becomes READY without bytes'),
    bulkMs: q('shopify.bulk-ms', 2000, 'how long a bulk operation waits before it runs, simulated milliseconds'),
    operationMs: q('shopify.operation-ms', 1500, 'length of a background productSet, simulated milliseconds'),
    tokenLifeSeconds: q('shopify.token-life-seconds', 86_399, 'life of an access token'),
    extraScopes: q(
      'shopify.extra-scopes',
      '',
      'scopes that the merchant granted beyond the usual, comma-separated: read_customers, write_fulfillments …',
    ),
    protectedData: q(
      'shopify.protected-customer-data',
      true,
      'names, addresses, mail and phone of shoppers are told; when off they come as null',
    ),
    webhookDuplicateChance: q(
      'shopify.webhook-duplicate-chance',
      0,
      'part of the webhooks (0 to 1) that come twice: same event id, another webhook id',
    ),
    webhookLossChance: q('shopify.webhook-loss-chance', 0, 'part of the webhooks (0 to 1) that never come'),
    webhookDelayMs: q('shopify.webhook-delay-ms', 0, 'simulated milliseconds that every webhook waits'),
    webhookDisorderMs: q(
      'shopify.webhook-disorder-ms',
      0,
      'each webhook waits some more simulated milliseconds, up to this, so that later ones overtake it',
    ),
    webhookDeleteOnAny: q(
      'shopify.webhook-delete-on-any',
      false,
      'a subscription is deleted after 8 failed attempts in a row of whatever events; when off, when all retries of one event failed',
    ),
    webhookSecret: q(
      'shopify.webhook-secret',
      '',
      'secret that webhooks are signed with instead of the app’s own, as after a rotation',
    ),
    webhookTimeoutMs: q(
      'shopify.webhook-timeout-ms',
      5000,
      'real milliseconds that a subscriber has to answer a webhook, a fifth of them to connect',
    ),
    latencyMs: q('shopify.latency-ms', 0, 'real milliseconds that every GraphQL answer waits'),
  }
}

export type ShopifyQuirks = ReturnType<typeof shopifyQuirks>
