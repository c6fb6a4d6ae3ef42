import { trimEnd } from '@huoqiao/kit'
import { SHORT_RETRY, systemClock, withRetry } from '@huoqiao/connector-kit'
import type { Clock, RemoteObserver } from '@huoqiao/connector-kit'
import type { Attempt, SchedulerStatus } from './scheduler.ts'
import { createScheduler } from './scheduler.ts'
import type { CallOptions, Execute } from './operation.ts'
import { activateInventory } from './operations/activate-inventory.ts'
import { adjustInventory } from './operations/adjust-inventory.ts'
import type { AdjustInventoryRequest } from './operations/adjust-inventory.ts'
import type { ActivateInventoryRequest } from './operations/activate-inventory.ts'
import { browseProducts } from './operations/browse-products.ts'
import { createProduct } from './operations/create-product.ts'
import type { ProductDraft } from './operations/create-product.ts'
import { deleteProduct } from './operations/delete-product.ts'
import { deleteVariants } from './operations/delete-variants.ts'
import { deleteWebhook } from './operations/delete-webhook.ts'
import { ensureIdDefinition } from './operations/ensure-id-definition.ts'
import { findByCustomId } from './operations/find-by-custom-id.ts'
import { findBySkus } from './operations/find-by-skus.ts'
import { listLocations } from './operations/list-locations.ts'
import { listProducts } from './operations/list-products.ts'
import { listPublications } from './operations/list-publications.ts'
import { listVariantRefs } from './operations/list-variant-refs.ts'
import { mediaStates } from './operations/media-status.ts'
import { pollProductOperation } from './operations/poll-product-operation.ts'
import type { ProductStatus } from './operations/product-set.wire.ts'
import { createBatchPublisher } from './operations/publish-many.ts'
import { publishProduct, unpublishProduct } from './operations/publish-product.ts'
import { readProducts } from './operations/read-products.ts'
import { listWebhooks, registerWebhooks } from './operations/register-webhooks.ts'
import type { WantedWebhook } from './operations/register-webhooks.ts'
import { setStatus } from './operations/set-status.ts'
import { shopInfo } from './operations/shop-info.ts'
import { stageUploads } from './operations/stage-uploads.ts'
import type { UploadRequest } from './operations/stage-uploads.ts'
import { stockLevels } from './operations/stock-levels.ts'
import { uploadStagedFile } from './operations/upload-staged-file.ts'
import type { StagedFile } from './operations/upload-staged-file.ts'
import { updateVariants } from './operations/update-variants.ts'
import type { VariantChange } from './operations/update-variants.ts'
import { upsertProduct } from './operations/upsert-product.ts'
import type { UpsertRequest } from './operations/upsert-product.ts'
import { createMediaWaiter } from './operations/wait-for-media.ts'
import type { MediaWait } from './operations/wait-for-media.ts'
import { createBulkMethods } from './bulk-calls.ts'
import { createOrderMethods } from './order-calls.ts'
import { createTranslationMethods } from './translation-calls.ts'
import type { CountDrawers } from './drawers.ts'
import { createTokenSource } from './tokens.ts'
import type { Credentials, TokenStore } from './tokens.ts'
import { createTransport } from './transport.ts'
import { API_VERSION } from './version.ts'

/** Events of a connector, for logs, measurements and the console's banner. Contains no secrets. */
export type ConnectorEvent =
  | {
      readonly kind: 'sent'
      readonly call: string
      readonly outcome: Attempt<unknown>['kind']
      /** Points, as stated by the remote. */
      readonly requested?: number
      readonly actual?: number
      readonly ms: number
    }
  | { readonly kind: 'version-ended'; readonly asked: string; readonly answered: string }
  | { readonly kind: 'token-renewal-failed'; readonly failure: unknown }

export type ShopifyConnectorDeps = {
  /** https://x.myshopify.com, or the simulator's address of a shop. */
  readonly origin: string
  readonly credentials: Credentials
  readonly tokens: TokenStore
  /** Admin API version; default API_VERSION. */
  readonly version?: string
  readonly clock?: Clock
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number
  readonly fetch?: typeof fetch
  readonly maxInFlight?: number
  /** for stores that other processes call too */
  readonly countDrawers?: CountDrawers
  readonly log?: (event: ConnectorEvent) => void
  /** called for every request, and provides its request id */
  readonly observer?: RemoteObserver
}

export type ShopifyConnector = ReturnType<typeof createShopifyConnector>

const DEFAULT_TIMEOUT_MS = 30_000

/**
 * The connector of one store for one app. Create one for each (app, store) and keep it: it tracks the rate limit, and two connectors of one
 * store without `countDrawers` would spend the same points twice.
 */
export function createShopifyConnector(deps: ShopifyConnectorDeps) {
  const { credentials, tokens, version = API_VERSION, clock = systemClock, random = Math.random, log } = deps
  const origin = trimEnd(deps.origin, '/')
  const out = deps.fetch ? { fetch: deps.fetch } : {}
  const seen = deps.observer ? { observer: deps.observer } : {}
  const tokenSource = createTokenSource({
    origin,
    credentials,
    tokens,
    clock,
    ...out,
    ...seen,
    onRenewalFailed: (failure) => log?.({ kind: 'token-renewal-failed', failure }),
  })
  const transport = createTransport({
    origin,
    version,
    tokens: tokenSource,
    clock,
    ...out,
    ...seen,
    onVersion: (asked, answered) => log?.({ kind: 'version-ended', asked, answered }),
  })
  const scheduler = createScheduler({
    clock,
    ...(deps.maxInFlight === undefined ? {} : { maxInFlight: deps.maxInFlight }),
    ...(deps.countDrawers ? { countDrawers: deps.countDrawers } : {}),
  })

  const execute: Execute = (operation, variables, options = {}) => {
    const { lane = 'background', signal, guard, timeoutMs = DEFAULT_TIMEOUT_MS, retry = SHORT_RETRY } = options
    const stop = signal ? { signal } : {}
    const request = { key: operation.name, estimate: operation.cost(variables), lane, ...stop }
    const attempt = async () => {
      const started = performance.now()
      const outcome = await transport(operation, variables, { timeoutMs, ...stop, ...(guard ? { guard } : {}) })
      log?.({
        kind: 'sent',
        call: operation.name,
        outcome: outcome.kind,
        ms: Math.round(performance.now() - started),
        ...(outcome.cost ? { requested: outcome.cost.requested } : {}),
        ...(outcome.cost?.actual === undefined ? {} : { actual: outcome.cost.actual }),
      })
      return outcome
    }
    return withRetry({ clock, random }, retry, operation.safe, () => {
      signal?.throwIfAborted()
      return scheduler.run(request, attempt)
    })
  }
  const waiter = createMediaWaiter({ execute, clock })
  const batchPublisher = createBatchPublisher(execute)

  return {
    origin,
    version,
    /** Runs any operation, for example one of a later feature. */
    execute,
    /** The tracked rate limit, and how long the next waiting request waits; the console shows a countdown. */
    status: (): SchedulerStatus => scheduler.status(),
    ...createOrderMethods({ execute, clock }),
    ...createTranslationMethods({ execute, clock }),
    ...createBulkMethods({ execute, clock, random, ...out, ...seen }),
    shopInfo: (options?: CallOptions) => shopInfo(execute, options),
    listLocations: (options?: CallOptions) => listLocations(execute, options),
    listPublications: (options?: CallOptions) => listPublications(execute, options),
    ensureIdDefinition: (options?: CallOptions) => ensureIdDefinition(execute, undefined, options),
    findByListingId: (listing: string, options?: CallOptions) => findByCustomId(execute, listing, options),
    findBySkus: (skus: readonly string[], options?: CallOptions) => findBySkus(execute, skus, options),
    upsertProduct: (request: UpsertRequest, options?: CallOptions) => upsertProduct(execute, request, options),
    pollProductOperation: (id: string, options?: CallOptions) => pollProductOperation(execute, id, options),
    listVariantRefs: (productId: string, options?: CallOptions) =>
      listVariantRefs(execute, productId, { items: false }, options),
    readProducts: (ids: readonly string[], options?: CallOptions) => readProducts(execute, ids, options),
    listProducts: (page?: Parameters<typeof listProducts>[1], options?: CallOptions) =>
      listProducts(execute, page, options),
    browseProducts: (page?: Parameters<typeof browseProducts>[1], options?: CallOptions) =>
      browseProducts(execute, page, options),
    createProduct: (draft: ProductDraft, options?: CallOptions) => createProduct(execute, draft, options),
    deleteProduct: (productId: string, options?: CallOptions) => deleteProduct(execute, productId, options),
    updateVariants: (productId: string, changes: readonly VariantChange[], options?: CallOptions) =>
      updateVariants(execute, productId, changes, options),
    deleteVariants: (productId: string, variantIds: readonly string[], options?: CallOptions) =>
      deleteVariants(execute, productId, variantIds, options),
    stageUploads: (requests: readonly UploadRequest[], options?: CallOptions) =>
      stageUploads(execute, requests, options),
    /** Requests a place for each file, uploads them, and returns the values for `originalSource`, in the same order. */
    uploadFiles: async (files: readonly StagedFile[], options?: CallOptions): Promise<string[]> => {
      const requests = files.map(({ filename, mimeType, bytes }) => ({
        filename,
        mimeType,
        fileSize: bytes.byteLength,
      }))
      const targets = await stageUploads(execute, requests, options)
      const send = (index: number) =>
        withRetry({ clock, random }, options?.retry ?? SHORT_RETRY, true, () =>
          uploadStagedFile(targets[index]!, files[index]!, {
            ...out,
            ...seen,
            ...(options?.signal ? { signal: options.signal } : {}),
          }),
        )
      await Promise.all(files.map((_file, index) => send(index)))
      return targets.map(({ resourceUrl }) => resourceUrl)
    },
    mediaStates: (ids: readonly string[], options?: CallOptions) => mediaStates(execute, ids, options),
    waitForMedia: (wait: MediaWait) => waiter.resolved(wait),
    stockLevels: (inventoryItemIds: readonly string[], locationId: string, options?: CallOptions) =>
      stockLevels(execute, inventoryItemIds, locationId, options),
    adjustInventory: (request: AdjustInventoryRequest, options?: CallOptions) =>
      adjustInventory(execute, request, options),
    activateInventory: (request: ActivateInventoryRequest, options?: CallOptions) =>
      activateInventory(execute, request, options),
    publishProduct: (productId: string, publicationIds: readonly string[], options?: CallOptions) =>
      publishProduct(execute, productId, publicationIds, options),
    publishMany: (publicationIds: readonly string[], productIds: readonly string[], options?: CallOptions) =>
      batchPublisher.publish(publicationIds, productIds, options),
    unpublishProduct: (productId: string, publicationIds: readonly string[], options?: CallOptions) =>
      unpublishProduct(execute, productId, publicationIds, options),
    setStatus: (productId: string, status: ProductStatus, options?: CallOptions) =>
      setStatus(execute, productId, status, options),
    deleteWebhook: (id: string, options?: CallOptions) => deleteWebhook(execute, id, options),
    listWebhooks: (options?: CallOptions) => listWebhooks(execute, options),
    registerWebhooks: (uri: string, wanted: readonly WantedWebhook[], options?: CallOptions) =>
      registerWebhooks(execute, uri, wanted, options),
  }
}
