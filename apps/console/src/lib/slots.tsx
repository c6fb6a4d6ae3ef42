import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { PriceChange } from '@huoqiao/contract/products/products-whatif.endpoints'
import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { ScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { PurchaseCard, PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { DryRunField, ShopChange } from '@huoqiao/contract/shop-change'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Store } from '@huoqiao/contract/stores/stores.schema'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import { createElement, lazy, Suspense, useSyncExternalStore } from 'react'

/** A product as the window of another feature needs it: its name, and the stores that it is claimed for. */
export type SlotProduct = { id: string; title: string; storeIds: readonly string[] }

/** The tabs of a page that several features share, passed to the visible one. */
export type SlotTabs = {
  tabs: readonly { key: string; label: string }[]
  tab: string
  onTab: (key: string) => void
}

type Purchases = readonly PurchaseCard[]

/** Purchase orders for a window that acts on them at 1688. */
export type SlotPurchases = {
  rows: Purchases
  /** makes the call, shows the outcome of each row, and has the lists read again */
  perform: (
    title: string,
    rows: Purchases,
    act: (purchaseIds: string[]) => Promise<BulkOutcome>,
  ) => Promise<BulkOutcome | undefined>
  isBusy: boolean
  onClose: () => void
}

/** A supplier, given by its id or by one of its offers. */
export type SlotSupplier = {
  supplierId?: string | null
  offerId?: string
  among: { suppliers?: readonly string[]; offers?: readonly string[] }
}

/** The data of a return that a refund from its supplier needs. */
export type SlotReturn = {
  name: string
  lines: readonly { lineId: string | null; quantity: number; reason: string }[]
  photos: readonly string[]
}

/**
 * What one feature shows inside another feature's page, or inside the shell. Features never import each other (architecture, section 2);
 * they use these names. The feature that owns the component fills the slot in its `<feature>.routes.tsx`, which is loaded before any page;
 * the component is a chunk of its own, loaded when it is first shown.
 */
export type SlotProps = {
  /** 同步预演: compares the products with the stores, takes approvals, starts the push. */
  'sync-preview': { products: readonly SlotProduct[]; onClose: () => void }
  /**
   * The dry run of another write to a shop (beyond, item 1): what `load` finds is shown in the same way as in 同步预演, and what was approved
   * is passed to `write`, which returns an outcome per row. `load` must keep its identity as long as it reads the same.
   */
  'shop-change': {
    title: string
    /** what the button does: 下架 */
    word: string
    isDangerous?: boolean
    /** why it may not be done at all */
    refused?: string | undefined
    /** how many will be checked */
    total: number
    load: (found: (items: readonly ShopChange[]) => void, signal: AbortSignal) => Promise<void>
    /** `chosen`: by key, the fields in which a person chose ours */
    write: (approved: readonly ShopChange[], chosen: ReadonlyMap<string, readonly string[]>) => Promise<BulkOutcome>
    /** Fields that stay as the shop has them unless a person chooses ours. It keeps its identity. */
    isChoosable?: (field: DryRunField) => boolean
    /** the name of a row in the outcome that is not among the checked ones */
    nameOf?: (key: string) => string | undefined
    /** beside the title: which stores */
    extra?: ReactNode
    onClose: () => void
  }
  /** 上架 and 下架 of products in their shops, after a dry run. */
  'listings-online': { products: readonly ProductCard[]; isOnline: boolean; onClose: () => void }
  /** 写入译文: compares the products' approved translations with a shop, takes approvals, starts the task. */
  'push-translations': { products: readonly { id: string }[]; onClose: () => void }
  /** 更新货源: reads the source again, and shows what would change. `onPreview` opens the dry run. */
  'source-update': { products: readonly SlotProduct[]; onClose: () => void; onPreview: () => void }
  /** 定价沙盘: what other numbers would do to the products' prices. `onPreview` opens the dry run. */
  'pricing-sandbox': { products: readonly SlotProduct[]; onClose: () => void; onPreview: () => void }
  /** 批量改价 of chosen products: what `onWrite` would do is shown before. It closes when `onWrite` has changed one. */
  'price-change': {
    products: readonly { id: string }[]
    onWrite: (change: PriceChange) => Promise<BulkOutcome | undefined>
    onClose: () => void
  }
  /** The progress of a task of 同步任务, as a drawer. */
  'sync-task': { taskId: string; onClose: () => void }
  /** 生成采购单: plans what the chosen orders (or single lines of them) need, by supplier, and creates the purchase orders. */
  'create-purchase': { orderIds: readonly string[]; lineIds: readonly string[]; onClose: () => void }
  /** In an order's drawer: the purchase orders that buy for it, and its incoming and outgoing parcels. */
  'order-purchases': { orderId: string }
  'order-shipments': { orderId: string }
  /** In a return of an order: the 1688 orders that its pieces were bought with, and claiming refunds from their sellers. */
  'returned-purchases': { orderId: string; returned: SlotReturn }
  /** 下单: what 1688 would charge, beside what was expected, before anything is ordered. */
  'place-purchases': SlotPurchases
  /** 接受价格: both prices of purchases that the price check stopped. */
  'accept-prices': SlotPurchases & { onSendBack: (rows: Purchases) => void }
  /** 付款, by a link of 1688's cashier or at once; `pay-at-once` offers only the latter. */
  'pay-purchases': SlotPurchases
  'pay-at-once': SlotPurchases & { tell: (title: string, outcome: BulkOutcome, rows: Purchases) => void }
  /** 申请下单, 申请付款: asks those who may spend, with a reason. */
  'request-approval': SlotPurchases & { kind: ApprovalKind }
  /** 取消1688订单: closes the unpaid ones. */
  'cancel-alibaba-orders': SlotPurchases
  /** In a purchase order's drawer: its state at 1688. Its dialogs open over the page that shows the drawer. */
  'purchase-placement': {
    purchase: PurchaseDetail
    actions: Record<'accept' | 'sendBack' | 'place' | 'resolve', (rows: Purchases) => void>
  }
  /** The lines of a purchase order that 1688 could not price; those of which the source has too few can be reduced. */
  'unpriced-lines': { row: PurchaseCard; onLess: (left: PurchaseCard) => void }
  /**
   * A supplier's scorecard as one word, with its figures on hover or focus. `among`: all suppliers or offers on the screen, so that their
   * scorecards are read in one call. Renders nothing for a supplier that was never bought from.
   */
  'supplier-badge': SlotSupplier
  /** One figure of the scorecard, for a table cell. */
  'supplier-figure': SlotSupplier & { figure: ScoreKey }
  /** A warning about a supplier with a poor scorecard, in one sentence; `next`: what to do about it. */
  'supplier-warning': SlotSupplier & { next?: ReactNode }
  /** The whole scorecard, in the supplier's drawer. */
  'supplier-scorecard': { supplierId: string }
  /** 发货: which lines of the chosen orders are sent, and under which tracking numbers. */
  'ship-orders': { orderIds: readonly string[]; onClose: () => void }
  /** Sections of 连接与参数, each filled by the feature that owns it; the page offers those that are filled. */
  'settings-stores': object
  'settings-marketplace': object
  'settings-pricing': object
  'settings-parameters': object
  /** The form of a 1688 account or a store, for the guide through connecting. */
  'edit-marketplace-account': {
    row: MarketplaceAccount | undefined
    isFirst: boolean
    onClose: () => void
    onSaved: (account: MarketplaceAccount) => void
  }
  'edit-store': { row: Store | undefined; onClose: () => void; onSaved: (store: Store) => void }
  /** One parameter of 系统参数, where it is needed. */
  'config-parameter': { parameter: string }
  /** Tabs of 日志 beside the operation log; the page passes its head to them. */
  'login-log': { head: SlotTabs }
  'online-sessions': { head: SlotTabs }
  /** In the head of the shell: unread notices. */
  'notice-bell': object
  /** In the head of the shell: work on orders (补单, 导出) that is still running. */
  'order-tasks': object
  /** Beside the question whether to log out: what is kept on this device and was not sent yet. */
  'before-logout': object
  /** The accounts that have a role, and removing it from them. */
  'role-accounts': { roleId: string; onClose: () => void }
  /** On the home page: sales and profit of the last weeks as a chart. */
  'home-analytics': object
  /**
   * In the account popover, and where a role demands it: binding an authenticator app. `onClose` is called with whether it is bound now.
   */
  'bind-authenticator': { onClose: (isBound: boolean) => void }
}
export type SlotName = keyof SlotProps

type Filling = LazyExoticComponent<ComponentType<object>>
const fillings = new Map<SlotName, Filling>()
const listeners = new Set<() => void>()

/** Shown for a component whose code could not be loaded; the shell sets it. */
export type MissingPart = ComponentType<{ onClose?: () => void }>
let missingPart: MissingPart = () => null
export function setMissingPart(part: MissingPart): void {
  missingPart = part
}

/**
 * Puts a component into a slot; the last one is used. Code that cannot be loaded (after an update, without a network) must not take the page
 * along: what was typed in it would be lost.
 */
export function fillSlot<N extends SlotName>(
  name: N,
  load: () => Promise<{ default: ComponentType<SlotProps[N]> }>,
): void {
  const loaded = (): Promise<{ default: ComponentType<object> }> =>
    (load as () => Promise<{ default: ComponentType<object> }>)().catch((error: unknown) => {
      console.error('a part of a page did not load', error)
      return { default: missingPart }
    })
  fillings.set(name, lazy(loaded))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a slot is filled, for a tab or a heading that makes no sense without it. */
export const isSlotFilled = (name: SlotName): boolean => fillings.has(name)

type SlotElementProps<N extends SlotName> = { name: N; fallback?: ReactNode } & SlotProps[N]

/** `<Slot name="sync-preview" products={…} onClose={…} />`. An unfilled slot renders nothing. */
export function Slot<N extends SlotName>({ name, fallback = null, ...props }: SlotElementProps<N>): ReactNode {
  const filled = useSyncExternalStore(subscribe, () => fillings.get(name))
  return filled ? <Suspense fallback={fallback}>{createElement(filled, props)}</Suspense> : null
}
