import type { SimCore } from '../../core.ts'

/** Switches for everything that the reference marks UNCERTAIN, with the simulator's default. */
export function shopifyQuirks(core: SimCore) {
  const q: SimCore['quirk'] = (name, fallback, help) => core.quirk(name, fallback, help)
  return {
    grantRefusal: q(
      'shopify.grant-refusal',
      '',
      '应用没有安装，或店铺属于别的组织：令牌接口用这个错误码拒绝（§1 没有写明错误码），空为不拒绝',
    ),
    withheldScopes: q('shopify.withheld-scopes', '', '商家没有授予的权限，逗号分隔'),
    throttleAs429: q('shopify.throttle-as-429', false, '限流时回答 HTTP 429 与 Retry-After，而不是 200 THROTTLED'),
    pointsPerSecond: q('shopify.points-per-second', 0, '每秒恢复的查询点数；0 为各店铺套餐的点数'),
    connectionSizing: q(
      'shopify.connection-sizing',
      'linear',
      '列表的计费：linear 为 first × 节点 / logarithmic 如有人报告的 250 × 2 个对象 25 点',
    ),
    descriptionHtml: q(
      'shopify.description-html',
      'reserialised',
      '商品描述的保存方式：reserialised 解析后重新写出（实体、自闭合标签、属性引号、换行） / kept 原样',
    ),
    trimsTexts: q('shopify.trims-texts', true, '商品的供应商、类型、SKU、条码与规格值去掉首尾空格'),
    weightDecimals: q('shopify.weight-decimals', 4, '重量保留的小数位数'),
    seoFromContent: q('shopify.seo-from-content', false, '没有填写时，seo 用标题与描述的文字回答，而不是 null'),
    filesWholeState: q('shopify.files-whole-state', true, 'productSet.files 去掉没有列出的文件'),
    identityByOptions: q(
      'shopify.variant-identity-by-options',
      true,
      'productSet 里没有 id 的规格，选项值与已有的相同就沿用已有的',
    ),
    metafieldsWholeState: q('shopify.metafields-whole-state', true, 'productSet.metafields 删除没有列出的元字段'),
    channelPublicationUpdate: q(
      'shopify.channel-publication-update',
      false,
      'publicationUpdate 可以增减销售渠道里的商品；关闭时回答 CANNOT_MODIFY_APP_CATALOG_PUBLICATION',
    ),
    variantThrottleFrom: q(
      'shopify.variant-throttle-from',
      50_000,
      '非 Plus 店铺的规格达到这个数之后，每天的新规格受限',
    ),
    variantThrottlePerDay: q('shopify.variant-throttle-per-day', 1000, '受限之后每天可新建的规格数'),
    maxImageBytes: q('shopify.max-image-bytes', 20_971_520, '单张图片最大字节数'),
    maxImagePixels: q('shopify.max-image-pixels', 25_000_000, '单张图片最多像素'),
    mediaMinMs: q('shopify.media-min-ms', 1000, '图片处理最短毫秒数（模拟时间）'),
    mediaMaxMs: q('shopify.media-max-ms', 3000, '图片处理最长毫秒数（模拟时间）'),
    fetchMedia: q('shopify.fetch-media', true, '真的去抓取图片；关闭时不抓取就变成 READY'),
    bulkMs: q('shopify.bulk-ms', 2000, '批量操作开始之前等多少毫秒（模拟时间）'),
    operationMs: q('shopify.operation-ms', 1500, '后台 productSet 用多少毫秒（模拟时间）'),
    tokenLifeSeconds: q('shopify.token-life-seconds', 86_399, 'access_token 有效秒数'),
    extraScopes: q(
      'shopify.extra-scopes',
      '',
      '商家在常用权限之外还授予的，逗号分隔：read_customers、write_fulfillments 等',
    ),
    protectedData: q('shopify.protected-customer-data', true, '给出顾客的姓名、地址、邮箱与电话；关闭时为 null'),
    webhookDuplicateChance: q(
      'shopify.webhook-duplicate-chance',
      0,
      '重复推送的比例（0 到 1）：事件编号相同，推送编号不同',
    ),
    webhookLossChance: q('shopify.webhook-loss-chance', 0, '丢失推送的比例（0 到 1）'),
    webhookDelayMs: q('shopify.webhook-delay-ms', 0, '每条推送晚多少毫秒（模拟时间）'),
    webhookDisorderMs: q('shopify.webhook-disorder-ms', 0, '每条推送再随机晚到，最多多少毫秒（模拟时间），因此乱序'),
    webhookDeleteOnAny: q(
      'shopify.webhook-delete-on-any',
      false,
      '连续失败 8 次（不论哪个事件）就删除订阅；关闭时，同一事件的各次重试都失败才删除',
    ),
    webhookSecret: q('shopify.webhook-secret', '', '推送改用这个密钥签名，如同密钥轮换之后；空为应用自己的'),
    webhookTimeoutMs: q('shopify.webhook-timeout-ms', 5000, '推送等待应答的毫秒数（真实时间），其中五分之一用于连接'),
    returnMovesOrder: q(
      'shopify.return-moves-order',
      true,
      '退货的变化也改订单的 updatedAt，并推送 orders/updated（文档未写明）',
    ),
    dutyPercent: q('shopify.duty-percent', 0, '结账时向国外的顾客代收的关税，占商品价的百分之几；0 为不代收'),
    translationsAllOrNothing: q(
      'shopify.translations-all-or-nothing',
      false,
      'translationsRegister 有一条不被接受时，其余的也不写（文档未写明）',
    ),
    looseMarkets: q(
      'shopify.loose-market-argument',
      false,
      '读取译文时，带 marketId 也给出没有市场译文的通用译文，不带时也给出各个市场的（文档未写明）',
    ),
    latencyMs: q('shopify.latency-ms', 0, '每个 GraphQL 应答晚多少毫秒（真实时间）'),
  }
}

export type ShopifyQuirks = ReturnType<typeof shopifyQuirks>
