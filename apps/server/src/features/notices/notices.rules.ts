import type { WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import type { RuleKind } from '@huoqiao/contract/notices/notices.status'

/** The default of a rule in 预警配置. `speaks`: on which side of the threshold a notice is sent. */
export type RuleDefinition = {
  readonly help: string
  readonly unit: string | null
  readonly threshold: number | null
  readonly most: number
  readonly speaks: 'from' | 'upTo' | 'always'
  readonly level: WarningRule['level']
}

export const RULES: Readonly<Record<RuleKind, RuleDefinition>> = {
  'price-risen': {
    help: '货源价格比上次采集时上涨到这个比例时提醒',
    unit: '%',
    threshold: 5,
    most: 1_000,
    speaks: 'from',
    level: 'attention',
  },
  'stock-out': {
    help: '货源库存降到这个数量或更少时提醒',
    unit: '件',
    threshold: 10,
    most: 1_000_000,
    speaks: 'upTo',
    level: 'attention',
  },
  'offer-gone': {
    help: '货源下架或链接失效时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'urgent',
  },
  'sync-failed': {
    help: '商品同步到店铺失败时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  'order-stuck': {
    help: '已付款的订单超过这个时间还没有采购时提醒',
    unit: '小时',
    threshold: 24,
    most: 2_400,
    speaks: 'from',
    level: 'attention',
  },
  'token-expiring': {
    help: '1688或店铺的授权在这么多天内到期时提醒',
    unit: '天',
    threshold: 7,
    most: 180,
    speaks: 'upTo',
    level: 'urgent',
  },
  'order-cut': {
    help: '店铺取消、减少或自行发走了正在采购的订单时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'urgent',
  },
  'return-requested': {
    help: '买家在店铺申请退货时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  'return-unsettled': {
    help: '在这里处理退货、退款，店铺没有答复或没有收到时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'urgent',
  },
  'purchase-problem': {
    help: '下单结果未知、下单失败、价格超出容忍度或1688少下了规格时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'urgent',
  },
  'parcel-stalled': {
    help: '包裹超过这个时间没有新的物流轨迹时提醒',
    unit: '小时',
    threshold: 72,
    most: 2_400,
    speaks: 'from',
    level: 'attention',
  },
  'tracking-failed': {
    help: '运单号没有回传到店铺时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  'message-failed': {
    help: '店铺或1688推送的消息多次处理失败时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  'store-trouble': {
    help: '店铺这么久拉不到订单时提醒；应用被卸载、消息订阅丢失时总会提醒',
    unit: '分钟',
    threshold: 30,
    most: 10_080,
    speaks: 'from',
    level: 'urgent',
  },
  'node-trouble': {
    help: '服务器的节点没有回应，或本机时间不准时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'urgent',
  },
  'alert-failed': {
    help: '发到群机器人、邮箱或Webhook的告警没有发出，或不知道有没有送到时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  'approval-asked': {
    help: '有人申请下单或付款的审批时提醒；不选角色时提醒能批准的人',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
  reconciliation: {
    help: '对账发现新的差异，或没有对完时提醒',
    unit: null,
    threshold: null,
    most: 0,
    speaks: 'always',
    level: 'attention',
  },
}
export const NOTICE_ORDER = Object.keys(RULES) as RuleKind[]

/** Whether `value` (in the rule's unit) justifies a notice. Without a value the caller has already decided. */
export function speaks(
  rule: { enabled: boolean; threshold: number | null },
  definition: Pick<RuleDefinition, 'speaks'>,
  value: number | undefined,
): boolean {
  if (!rule.enabled) return false
  if (definition.speaks === 'always' || rule.threshold === null || value === undefined) return true
  return definition.speaks === 'from' ? value >= rule.threshold : value <= rule.threshold
}

/** What is wrong with a threshold; undefined: it is valid. */
export function thresholdFault(definition: RuleDefinition, threshold: number | null): string | undefined {
  if (definition.threshold === null) return threshold === null ? undefined : '这条规则没有阈值'
  if (threshold === null) return '请填写阈值'
  return threshold > definition.most ? `不能大于 ${definition.most}` : undefined
}
