import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { yuanText } from '@huoqiao/kit'
import { APPROVAL_KINDS } from '@huoqiao/contract/approvals/approvals.status'
import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import type { Remedy, TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import type { TriageRow } from './triage.store.ts'

type Step = Omit<Remedy, 'allowed' | 'call' | 'confirm' | 'to'> & { call: EndpointName; confirm?: string; to?: string }

const yuan = (fen: unknown): string => yuanText(Number(fen))

/**
 * The actions that can be started from the list, each with a key; all others are on the object's page, which Enter opens. An action that
 * spends money, or allows it, uses the key `c`, asks for confirmation, and is never the first.
 */
const STEPS: Readonly<Record<TriageKind, (row: TriageRow) => Step[]>> = {
  'placement-unknown': ({ id }) => [
    { key: 'a', label: '核对下单结果', call: 'settleAlibabaOrder', input: { purchaseIds: [id] } },
  ],
  'price-gate': ({ id, name, ref }) => [
    back(id),
    {
      key: 'c',
      label: `接受 ${yuan(ref['totalMinor'])}`,
      call: 'acceptAlibabaPrice',
      input: { items: [{ purchaseId: id, totalMinor: Number(ref['totalMinor']) }] },
      confirm: `采购单 ${name} 预期 ${yuan(ref['expectedMinor'])}，现在 ${yuan(ref['totalMinor'])}，接受后马上下单。`,
    },
  ],
  'place-failed': ({ id }) => [back(id)],
  'order-cut': ({ id, ref }) => {
    const input = { purchaseId: id, version: Number(ref['version']) }
    const keep: Step = {
      key: 'a',
      label: '留作库存',
      call: 'settlePurchaseAlarm',
      input: { ...input, action: 'keep' },
      confirm: '不再需要的货留作库存，不再算给这些订单。',
    }
    const reduce: Step = {
      key: 'd',
      label: '减少采购',
      call: 'settlePurchaseAlarm',
      input: { ...input, action: 'reduce' },
    }
    return ref['state'] === 'reviewing' ? [reduce, keep] : [keep]
  },
  // Not approved from the list: the link opens the request, where it is approved with the sum that is shown there.
  'approval-waiting': ({ id }) => [
    { key: 'a', label: '查看并审批', call: 'approveApproval', input: {}, to: approvalAddress(id) },
  ],
  difference: ({ id, ref }) => {
    const recheck: Step = { key: 'r', label: '重新核对', call: 'recheckDifferences', input: { ids: [id] } }
    if (typeof ref['repair'] !== 'string') return [recheck]
    const repair: Step = {
      key: 'a',
      label: ref['repair'],
      call: 'mendDifferences',
      input: { ids: [id] },
      confirm: `执行“${ref['repair']}”来消除这个差异。`,
    }
    return [repair, recheck]
  },
  'sync-failed': ({ ref }) =>
    typeof ref['taskId'] === 'string'
      ? [
          {
            key: 'a',
            label: '重试同步',
            call: 'retrySyncTask',
            input: { taskId: ref['taskId'], itemIds: [String(ref['itemId'])] },
          },
        ]
      : [],
  unsourced: ({ id, ref }) => {
    const orderIds = Array.isArray(ref['orderIds']) ? ref['orderIds'].map(String) : []
    const relate: Step = { key: 'l', label: '关联货源', call: 'relateGoods', input: {}, to: goodAddress(id) }
    const put: Step = {
      key: 'h',
      label: orderIds.length > 1 ? `搁置 ${orderIds.length} 单` : '搁置',
      call: 'holdOrders',
      input: { orderIds, reason: '等待货源' },
      // Changing one order is easy to revert; for several a confirmation is required.
      ...(orderIds.length > 1
        ? { confirm: `搁置等着“${String(ref['title'])}”的 ${orderIds.length} 张订单，取消搁置前不能采购。` }
        : {}),
    }
    return [relate, put]
  },
  'order-check': ({ id, name, why }) => [
    hold(id, '风险或地址待确认'),
    {
      key: 'c',
      label: '确认放行',
      call: 'confirmOrders',
      input: { orderIds: [id], what: 'both' },
      confirm: `订单 ${name}：${why}。放行表示您看过店铺提示的风险和收货地址，之后就可以采购、发货。`,
    },
  ],
  'parcel-stalled': ({ ref }) => {
    const input = { purchaseIds: [String(ref['purchaseId'])] }
    return [{ key: 'a', label: '刷新物流', call: 'refreshParcels', input }]
  },
  'part-received': ({ id }) => [
    {
      key: 'd',
      label: '终止剩余',
      call: 'terminateRest',
      input: { purchaseIds: [id], reason: '待办：剩余的货不再等' },
      confirm: '没有到的货不再等，需求退回订单重新采购。',
    },
  ],
  'tracking-failed': ({ id }) => [
    { key: 'a', label: '重试回传', call: 'retryShipments', input: { shipmentIds: [id] } },
  ],
  'message-failed': ({ id }) => [{ key: 'a', label: '重放', call: 'replayInbox', input: { ids: [id] } }],
}

function back(id: string): Step {
  return { key: 'b', label: '退回待审核', call: 'backToPendingReviewStatus', input: { purchaseIds: [id] } }
}
function hold(id: string, reason: string): Step {
  return { key: 'h', label: '搁置', call: 'holdOrders', input: { orderIds: [id], reason } }
}

/** Opens the dialog 批量关联货源 for this good only. */
const goodAddress = (goodId: string): string => `/order/list?goods=${goodId}`

const approvalAddress = (id: string): string => `/purchase/approvals?id=${id}`

const PLACES: Readonly<Record<TriageKind, (row: TriageRow) => string>> = {
  'placement-unknown': ({ id }) => `/purchase/list?purchase=${id}`,
  'price-gate': ({ id }) => `/purchase/list?purchase=${id}`,
  'place-failed': ({ id }) => `/purchase/list?purchase=${id}`,
  'order-cut': ({ id }) => `/purchase/list?purchase=${id}`,
  'approval-waiting': ({ id }) => approvalAddress(id),
  'part-received': ({ id }) => `/purchase/list?purchase=${id}`,
  difference: ({ name }) => `/purchase/reconciliation?keyword=${encodeURIComponent(name.slice(0, 60))}`,
  'sync-failed': ({ ref }) => `/shop/product/edit?id=${String(ref['productId'])}`,
  unsourced: ({ id }) => goodAddress(id),
  'order-check': ({ id }) => `/order/list?order=${id}`,
  'parcel-stalled': ({ ref }) => `/purchase/list?purchase=${String(ref['purchaseId'])}`,
  'tracking-failed': ({ ref }) => `/order/list?order=${String(ref['orderId'])}`,
  'message-failed': ({ id }) => `/system/inbox?message=${id}`,
}

const titleOf = (row: TriageRow): string => {
  if (row.kind === 'difference' || row.kind === 'sync-failed') return row.name
  if (row.kind === 'parcel-stalled') return `包裹 ${row.name}（采购单 ${String(row.ref['number'])}）`
  if (row.kind === 'approval-waiting') {
    const { kind, count, askedMinor } = row.ref
    return `${row.name} 申请${APPROVAL_KINDS[kind as ApprovalKind].label} ${Number(count)} 张采购单，${yuan(askedMinor)}`
  }
  if (row.kind === 'message-failed') return `消息 ${row.name}`
  // Two stores may both have an order #1001.
  if (row.kind === 'unsourced') return `${row.name} · ${String(row.ref['store'])}`
  if (row.kind === 'order-check' || row.kind === 'tracking-failed')
    return `订单 ${row.name} · ${String(row.ref['store'])}`
  return `采购单 ${row.name} · ${String(row.ref['supplier'])}`
}

/** An item with the actions that this person may use. */
export function triageView(row: TriageRow, holds: (right: string) => boolean): TriageItem {
  return {
    key: `${row.kind}:${row.id}`,
    kind: row.kind,
    severity: TRIAGE_KINDS[row.kind].severity,
    title: titleOf(row),
    why: row.why,
    since: row.since.getTime(),
    to: PLACES[row.kind](row),
    remedies: STEPS[row.kind](row).map(({ confirm, to, ...step }) => ({
      ...step,
      to: to ?? null,
      confirm: confirm ?? null,
      allowed: holds(ENDPOINTS[step.call].path) ? true : `需要“${ENDPOINTS[step.call].title}”权限`,
    })),
    snoozedUntil: row.until?.getTime() ?? null,
  }
}
