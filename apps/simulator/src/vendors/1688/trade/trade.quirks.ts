import type { SimCore } from '../../../core.ts'
import { openQuirkTable } from '../../../core/quirk-table.ts'

/** Switches of the trade half: behaviour that the reference leaves open, and the behaviour of sellers. */
export const openTradeQuirks = (core: SimCore) =>
  openQuirkTable(core, '1688', {
    payTimeoutSeconds: [432_000, '未付款订单自动关闭前的秒数（§3.5）'],
    cancelTooFastSeconds: [10, '下单后多少秒内取消会得到 CLOSE_ORDER_TOO_FAST（§1.8）'],
    repeatedOutOrderId: ['second', '重复的 outOrderId：second 再下一单 / refuse 拒绝 / first 返回第一单（§3.4）'],
    createShape: ['nested', '下单结果：nested 放在 result 里 / flat 平铺在最外层（§3.4）'],
    createFlag: ['true', '下单成功时的 success：true / false-with-order 有单号却写 false（§3.4）'],
    splitOrders: [false, '一次下单被拆成两个订单，orderId 为空（§3.4）'],
    dropFailedOffers: [false, '部分商品不可下单时其余照下，失败的列在 failedOfferList（§3.4）'],
    zeroPriceOffers: ['', '价格为 0 的货源 ID，逗号分隔；下单得 500_008（§3.3）'],
    noTradeTypeOffers: ['', '不能用 API 下单的货源 ID，逗号分隔：预览的 tradeModeNameList 为空，下单被拒（§3.3）'],
    orderPageSize: [20, '订单列表每页最多条数，超出只给这么多（§10.7）'],
    orderIdsFilter: ['ignored', '订单列表的 orderIds：ignored 不起作用 / works（§3.5）'],
    idOfStrInList: ['text', '订单列表的 idOfStr：text 字符串 / number 数字（§1.3）'],
    listLagSeconds: [0, '新订单多少秒之后才出现在订单列表里；按单号读详情不受影响（§3.5 未写明）'],
    parcelGoods: ['quantities', '包裹里的商品：quantities 连同件数 / unlisted 都不写（§4，可选字段）'],
    parcelEntryIds: ['entries', '只有一个子订单的包裹的 orderEntryIds：entries 子订单号 / order 订单号（§4）'],
    historyDays: [90, '不带 isHis=true 的订单列表只看最近多少天（§1.8）'],
    courierStatuses: [false, '订单状态也用 waitlogisticstakein / waitbuyersign / signinsuccess（§3.5）'],
    fullNameCheck: [true, '收货人少于两个字时拒绝（§3.1）'],
    payLinkOrders: [30, '一个支付宝付款链接最多几个订单：旧 SDK 写 30，接口页写 100；超出即拒绝（§1.8）'],
    sendGoodsQuantity: [
      'text',
      '物流信息 sendGoods 的 quantity：text 字符串（各语言 SDK 如此声明）/ number 数字（§4）',
    ],
    unsetTimes: ['absent', '订单还没有的时间：absent 不出现（官方示例如此）/ null 写成 null（§3.5）'],
    subItemIds: [
      'both',
      '子订单号：both 数字与字符串都给 / rounded 只给数字，而且已按双精度四舍五入（§1.3，官方示例里就有这样的损坏）',
    ],
    creditOpened: [false, '采购账号已开通诚e赊'],
    protocolPay: ['alipay', '已签约免密支付的渠道，逗号分隔：alipay、shegou（§3.7）'],
    prepareUnclear: [false, '免密支付已扣款却回答 paySuccess=false（§3.7）'],
    autoShip: [true, '付款后卖家自动发货'],
    shipAfterMinutes: [10, '付款后多少分钟发货（模拟时间）'],
    shipment: [
      'whole',
      '怎么发货：whole 一个包裹 / parcels 同时两个包裹 / partial 先发一部分，过同样时间再发其余（§8.7）',
    ],
    traceMinutes: [30, '物流节点之间隔多少分钟（模拟时间）'],
    autoConfirmDays: [10, '全部发货后多少天自动确认收货'],
    completeSeconds: [60, '确认收货后多少秒交易完成'],
    traceMissing: ['code', '没有物流轨迹时：code 带错误码 404 / success 只有 errorMessage 而 success=true（§4）'],
    refundDecision: ['agree', '卖家对退款申请：agree 同意 / reject 拒绝 / wait 不理会'],
    refundMinutes: [30, '卖家过多少分钟处理退款（模拟时间）'],
    pushRetrySeconds: ['10,60,300', '推送未得到 200 时各次重试的间隔秒数（模拟时间），之后进入补发队列（§5.1）'],
    pushTimeoutMs: [5000, '推送等待应答的毫秒数（真实时间，§5.1）'],
    pushDataAsText: [false, '推送的 data 是 JSON 文本而不是对象（§5.2）'],
    pushDuplicatePercent: [0, '多少百分比的推送重复发一次（§5.1）'],
    pushLossPercent: [0, '多少百分比的推送丢失，也不进补发队列'],
    pushDisorderSeconds: [0, '推送随机晚到，最多多少秒（模拟时间），因此乱序；0 为按序（§5.1）'],
    officialSolution: [
      false,
      '预览可用官方跨境物流方案；下单带 useOfficialSolution=true 的包裹由平台寄往国外（§4、§5.3）',
    ],
    stagedOffers: ['', '只能分阶段付款的货源 ID，逗号分隔：预览只给 37staged 和 631staged（§3.4）'],
    stagedTooOffers: ['', '可以一次付清、也可以分阶段付款的货源 ID，逗号分隔（§3.3）'],
    laterTerms: [
      'all',
      '分阶段付款还没轮到的阶段在 tradeTerms 里：all 与当前阶段一样是 1 / uncreated 是 7 / absent 不出现（§3.5 未写明）',
    ],
    stepStatus: ['waitbuyerpay', '分阶段付款的订单付了一部分之后的状态：waitbuyerpay 或 waitsellersend（§5.3 未写明）'],
    mainAccountOnly: [false, '令牌属于子账号：退款列表等只有主账号能读的接口被拒（§1.6）'],
  })

export type TradeQuirks = ReturnType<typeof openTradeQuirks>
