import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Allowed } from '../../../lib/permission.tsx'
import { ofAny, useAllowed } from '../../../lib/permission.tsx'
import type { Acted } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { printLabels, printPackingSlips } from '../printing/parcel-sheets.ts'
import type { DeliveryActs } from '../use-delivery-acts.tsx'

type Step = 'retryShipments' | 'changeTracking' | 'cancelShipment'

const actedOf = (row: Shipment): Acted => ({ id: row.id, name: `${row.orderName} ${row.numbers.join('、')}` })

/** Actions on the selected shipments; those that do not allow it are reported in the outcome. */
export function ShipmentBatch({ rows, acts }: { rows: readonly Shipment[]; acts: DeliveryActs }): ReactNode {
  const allowed = useAllowed()
  const may = (step: Step): Allowed => ofAny(rows, allowed, step)
  return (
    <>
      <CanButton
        allowed={may('retryShipments')}
        loading={acts.isBusy}
        title="失败的再发；结果未知的先到店铺核对，确实没有才再发"
        onClick={() => void acts.retry(rows.map(actedOf))}
      >
        重试
      </CanButton>
      <CanButton danger allowed={may('cancelShipment')} onClick={() => void acts.cancel(rows.map(actedOf))}>
        撤销
      </CanButton>
      <PrintButtons rows={rows} />
    </>
  )
}

/** 标签 is 100 × 150 mm, 装箱单 A4; the browser's print window also saves them as PDF. */
export function PrintButtons({ rows }: { rows: readonly Shipment[] }): ReactNode {
  return (
    <>
      <Button title="100 × 150 毫米，每个运单号一张；打印窗口里可以存成 PDF" onClick={() => printLabels(rows)}>
        打印标签
      </Button>
      <Button title="A4，每个发货一张；打印窗口里可以存成 PDF" onClick={() => printPackingSlips(rows)}>
        打印装箱单
      </Button>
    </>
  )
}

type ShipmentActionsProps = { row: Shipment; acts: DeliveryActs; onChange: (row: Shipment) => void }

/** The actions on one shipment. 重试 is shown only where something waits for it. */
export function ShipmentActions({ row, acts, onChange }: ShipmentActionsProps): ReactNode {
  const allowed = useAllowed()
  return (
    <>
      {row.state === 'failed' || row.state === 'unknown' ? (
        <CanButton
          size="small"
          type="primary"
          allowed={allowed(row, 'retryShipments')}
          onClick={() => void acts.retry([actedOf(row)])}
        >
          {row.state === 'unknown' ? '核对' : '重试'}
        </CanButton>
      ) : null}
      <CanButton size="small" allowed={allowed(row, 'changeTracking')} onClick={() => onChange(row)}>
        改单号
      </CanButton>
      <CanButton
        size="small"
        danger
        allowed={allowed(row, 'cancelShipment')}
        onClick={() => void acts.cancel([actedOf(row)])}
      >
        撤销
      </CanButton>
    </>
  )
}
