import { DownOutlined } from '@ant-design/icons'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { useMay, NO_RIGHT, ofAny, useAllowed } from '../../../lib/permission.tsx'
import { saveSheet } from '../../../ui/export-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { yuan } from '../../../lib/format.ts'
import type { PurchaseStep, RowActions } from '../purchase-steps.ts'
import { menuItemOf, STEPS, useOffers } from '../purchase-steps.ts'

/** The actions shown in the bar where they are possible; the others are in the menu 更多, with the reason of those that are not. */
const SHOWN: readonly PurchaseStep[] = [
  'completeReviewOrder',
  'mergeOrderByPurOrderNo',
  'createAlibabaOrder',
  'acceptAlibabaPrice',
  'settleAlibabaOrder',
  'requestPayLink',
  'refreshAlibabaOrders',
]

async function exportRows(rows: readonly PurchaseCard[]): Promise<void> {
  try {
    saveSheet(await call('exportPurchaseOrders', { purchaseIds: rows.map(({ id }) => id) }))
  } catch (error) {
    // The toast of the call has shown it.
    if (!isCallError(error)) throw error
  }
}

type BatchBarProps = {
  rows: readonly PurchaseCard[]
  pageCount: number
  isAll: boolean
  isBusy: boolean
  onSelectPage: () => void
  onModify: () => void
  actions: RowActions
}

/** Actions on the selected purchase orders. */
export function BatchBar(props: BatchBarProps): ReactNode {
  const { rows, pageCount, isAll, isBusy, onSelectPage, onModify, actions } = props
  const allowed = useAllowed()
  const mayModify = useMay('modifyPurchaseOrders')
  const mayExport = useMay('exportPurchaseOrders')
  const total = rows.reduce((sum, row) => sum + (row.actualMinor ?? row.goodsMinor + (row.freightMinor ?? 0)), 0)
  const { offer, asks } = useOffers(actions)
  const offers = STEPS.map((one) => ({ ...offer(one, rows), isShown: SHOWN.includes(one.step) }))
  const shown = offers.filter(({ isShown, allowed: may }) => isShown && typeof may !== 'string')
  const more = [...offers.filter((one) => !shown.includes(one)), ...asks(rows)].map(menuItemOf)
  const modifies = mayModify ? ofAny(rows, allowed, 'editPurchaseOrder') : NO_RIGHT
  const ofSelection = [
    { key: 'modify', label: '批量修改', reason: modifies, onClick: onModify },
    { key: 'export', label: '导出选中的', reason: mayExport ? true : NO_RIGHT, onClick: () => void exportRows(rows) },
  ].map(({ reason, ...item }) => ({
    ...item,
    disabled: typeof reason === 'string',
    ...(typeof reason === 'string' ? { title: reason } : {}),
  }))
  return (
    <>
      <span>
        合计 <MoneyText strong amount={yuan(total)} />
      </span>
      {isAll ? null : (
        <Button type="text" onClick={onSelectPage}>
          选中本页 {pageCount} 张
        </Button>
      )}
      {shown.map(({ key, label, says, run }, at) => (
        // The first is the next step of a purchase.
        <Button key={key} type={at === 0 ? 'primary' : 'default'} title={says} onClick={run}>
          {label}
        </Button>
      ))}
      <Dropdown trigger={['click']} menu={{ items: [...ofSelection, { type: 'divider' }, ...more] }}>
        <Button loading={isBusy}>
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </>
  )
}
