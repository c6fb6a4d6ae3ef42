import { DownOutlined } from '@ant-design/icons'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { useMay, NO_RIGHT, ofAny, useAllowed } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { saveSheet } from '../../../ui/export-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { yuan } from '../../../lib/format.ts'
import type { PurchaseStep, RowActions } from '../purchase-steps.ts'
import { menuItemOf, STEPS, useOffers } from '../purchase-steps.ts'

/** The actions shown in the bar; the others are in the menu 更多. */
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
  const more = [...STEPS.filter(({ step }) => !SHOWN.includes(step)).map((one) => offer(one, rows)), ...asks(rows)].map(
    menuItemOf,
  )
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
      {STEPS.filter(({ step }) => SHOWN.includes(step))
        .map((one) => offer(one, rows))
        .map(({ key, label, says, allowed: may, run }) => (
          <CanButton key={key} allowed={may} title={says} onClick={run}>
            {label}
          </CanButton>
        ))}
      <Dropdown trigger={['click']} menu={{ items: [...ofSelection, { type: 'divider' }, ...more] }}>
        <Button loading={isBusy}>
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </>
  )
}
