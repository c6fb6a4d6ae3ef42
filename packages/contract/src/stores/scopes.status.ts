/** What a scope allows, and what does not work without it; an optional one disables only a part. */
type Scope = { readonly what: string; readonly without: string; readonly optional?: true }

/** The scopes that the app asks a shop for, in the order in which the guide lists them. A scope to write includes the one to read. */
export const STORE_SCOPES = {
  write_products: { what: '写入商品', without: '不能同步商品' },
  write_inventory: { what: '写入库存', without: '不能更新店铺的库存' },
  read_locations: { what: '读取仓库', without: '不知道库存和发货属于哪个仓库' },
  write_publications: { what: '发布到销售渠道', without: '同步过去的商品不会在网店里出售' },
  read_orders: { what: '读取订单', without: '收不到店铺的订单' },
  write_merchant_managed_fulfillment_orders: {
    what: '处理自有仓库的发货',
    without: '不知道订单还有多少要发，也不能回传物流',
  },
  read_all_orders: {
    what: '读取全部订单',
    without: '只看得到最近60天的订单，更早的不能刷新，也不能补单',
    optional: true,
  },
  write_assigned_fulfillment_orders: {
    what: '处理指派给应用的发货',
    without: '指派给应用仓库的商品看上去没有要发的',
    optional: true,
  },
  write_third_party_fulfillment_orders: {
    what: '处理第三方仓库的发货',
    without: '由第三方仓库发的商品看上去没有要发的',
    optional: true,
  },
  read_returns: {
    what: '读取退货',
    without: '只知道订单有退货，看不到退的是哪几件、为什么退、换成什么，也没有退货申请的提醒',
    optional: true,
  },
  write_returns: {
    what: '处理退货',
    without: '不能在这里同意或拒绝退货、退款，要到店铺后台处理',
    optional: true,
  },
  read_files: { what: '读取文件', without: '图片处理失败时不知道原因', optional: true },
  read_locales: { what: '读取店铺的语言', without: '不知道店铺用哪些语言，译文不能写进店铺', optional: true },
  read_markets: { what: '读取店铺的市场', without: '不知道店铺有哪些市场，不能写只给一个市场的译文', optional: true },
  write_translations: { what: '写入译文', without: '译文只留在这里，不能写进店铺', optional: true },
} as const satisfies Readonly<Record<string, Scope>>
export type StoreScope = keyof typeof STORE_SCOPES
export const STORE_SCOPE_KEYS = Object.keys(STORE_SCOPES) as [StoreScope, ...StoreScope[]]

/** The scopes as one line, in the form in which Shopify's settings of an app take them. */
export const SCOPE_LINE = STORE_SCOPE_KEYS.join(',')
