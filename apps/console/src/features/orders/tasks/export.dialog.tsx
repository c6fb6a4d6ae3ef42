import { SEE_CUSTOMER } from '@huoqiao/contract/access/elements'
import type { OrderExportColumn } from '@huoqiao/contract/orders/order-export.columns'
import {
  isPersonColumn,
  ORDER_EXPORT_COLUMNS,
  PERSON_EXPORT_COLUMNS,
} from '@huoqiao/contract/orders/order-export.columns'
import { Button, Checkbox, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallInput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import { useCan, useMay } from '../../../lib/permission.tsx'
import { usePreference } from '../../../lib/preferences.ts'
import { useAct } from '../../../lib/use-call.ts'
import type { ActedOrder } from '../list/order-row.actions.tsx'
import { OrderTaskDialog } from './order-task.dialog.tsx'
import styles from './order-task.module.css'

type ExportDialogProps = {
  /** empty: all orders that match the filters */
  orders: readonly ActedOrder[]
  filter: NonNullable<CallInput<'exportShopifyOrderSkuInfo'>['filter']>
  total: { count: number; isCapped: boolean } | undefined
  onClose: () => void
}

/** 导出订单SKU信息 as a spreadsheet of any size. The dialog may be closed; the icon in the head of the console leads back to the file. */
export default function ExportDialog({ orders, filter, total, onClose }: ExportDialogProps): ReactNode {
  const [isChosen, choose] = useState(orders.length > 0)
  const start = useAct('exportShopifyOrderSkuInfo')
  const isEmpty = !isChosen && total?.count === 0
  const [columns, chooseColumns] = useExportColumns()
  const maySee = useCan(SEE_CUSTOMER)
  const mayReveal = useMay('revealCustomer')
  const [persons, choosePersons] = useState<readonly OrderExportColumn[]>(NO_PERSONS)
  const [reason, setReason] = useState('')
  const wrong = isEmpty
    ? '没有符合筛选的订单'
    : columns.length + persons.length === 0
      ? '请至少选择一列'
      : persons.length > 0 && reason.trim() === ''
        ? '请填写导出客户信息的原因'
        : undefined
  return (
    <OrderTaskDialog
      title="导出订单SKU信息"
      width={680}
      startLabel="开始导出"
      isStarting={start.isPending}
      wrong={wrong}
      start={() =>
        start.run({
          ...(isChosen ? { orderIds: orders.map(({ id }) => id) } : { filter }),
          columns: [...columns, ...persons],
          ...(persons.length > 0 ? { reason: reason.trim() } : {}),
        })
      }
      isSafeToClose={reason === ''}
      onClose={onClose}
    >
      <Radio.Group
        value={isChosen}
        onChange={(event) => choose(event.target.value as boolean)}
        options={[
          ...(orders.length > 0 ? [{ value: true, label: `选中的 ${orders.length} 张订单` }] : []),
          {
            value: false,
            label: `符合当前筛选的全部订单${total ? `（${formatCount(total.count, total.isCapped)} 张）` : ''}`,
          },
        ]}
      />
      <p className={styles.hint}>每种商品一行（.xlsx）。订单金额只写在每张订单的第一行，方便求和。</p>
      <ExportColumns chosen={columns} onChoose={chooseColumns} />
      <PersonColumns
        refused={maySee || mayReveal ? undefined : '没有“查看客户信息”的权限'}
        chosen={persons}
        onChoose={choosePersons}
        reason={reason}
        onReason={setReason}
      />
      {isEmpty ? <p className={styles.hint}>现在没有订单可以导出。</p> : null}
    </OrderTaskDialog>
  )
}

const ALL = (Object.keys(ORDER_EXPORT_COLUMNS) as OrderExportColumn[]).filter((key) => !isPersonColumn(key))
const NO_PERSONS: readonly OrderExportColumn[] = []
const NONE_LEFT_OUT: readonly OrderExportColumn[] = []

/** The columns of this person's last export. The left-out columns are stored, so that new columns are selected by default. */
function useExportColumns(): [readonly OrderExportColumn[], (chosen: readonly OrderExportColumn[]) => void] {
  const [left, leave] = usePreference<readonly OrderExportColumn[]>('order-export:left-out', NONE_LEFT_OUT)
  return [ALL.filter((key) => !left.includes(key)), (chosen) => leave(ALL.filter((key) => !chosen.includes(key)))]
}

type ExportColumnsProps = {
  chosen: readonly OrderExportColumn[]
  onChoose: (chosen: readonly OrderExportColumn[]) => void
}

function ExportColumns({ chosen, onChoose }: ExportColumnsProps): ReactNode {
  return (
    <fieldset className={styles.columns}>
      <legend>
        列（{chosen.length} / {ALL.length}，下次沿用）
        <Button type="link" onClick={() => onChoose(chosen.length === ALL.length ? [] : ALL)}>
          {chosen.length === ALL.length ? '全不选' : '全选'}
        </Button>
      </legend>
      <Checkbox.Group<OrderExportColumn>
        value={[...chosen]}
        options={ALL.map((value) => ({ value, label: ORDER_EXPORT_COLUMNS[value] }))}
        onChange={onChoose}
      />
      {chosen.length === 0 ? <p className={styles.hint}>至少选一列。</p> : null}
    </fieldset>
  )
}

type PersonColumnsProps = ExportColumnsProps & {
  refused: string | undefined
  reason: string
  onReason: (reason: string) => void
}

/** Personal data: chosen again for each export, with a reason. */
function PersonColumns({ refused, chosen, onChoose, reason, onReason }: PersonColumnsProps): ReactNode {
  return (
    <fieldset className={styles.columns} title={refused}>
      <legend>客户信息（每次单独选，不沿用）</legend>
      <Checkbox.Group<OrderExportColumn>
        value={[...chosen]}
        disabled={refused !== undefined}
        options={PERSON_EXPORT_COLUMNS.map((value) => ({ value, label: ORDER_EXPORT_COLUMNS[value] }))}
        onChange={onChoose}
      />
      {chosen.length > 0 ? (
        <label className={styles.reason}>
          导出原因
          <Input
            maxLength={200}
            placeholder="例如：交给承运商打单"
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        </label>
      ) : null}
      <p className={styles.hint}>
        {refused ?? '谁、为什么导出，记入操作日志和每张订单的经过；已删除或过期的客户信息是空的。'}
      </p>
    </fieldset>
  )
}
