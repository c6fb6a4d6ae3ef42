import { SPENDING_LIMIT_FIELDS } from '@huoqiao/contract/approvals/approvals.fields'
import type { SpendingLimit } from '@huoqiao/contract/approvals/approvals.schema'
import { Button, Modal, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { countProblem } from '../../lib/count-problem.ts'
import { NO_RIGHT, useMay } from '../../lib/permission.tsx'
import { useAct, useRead } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { NumberField } from '../../ui/count-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import styles from './approvals.module.css'

const { placeMinor: PLACE, payMinor: PAY } = SPENDING_LIMIT_FIELDS

/** How much accounts with each role may place and pay per day. */
export default function LimitsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data, error, refetch } = useRead('querySpendingLimits', {}, { keepPrevious: false })
  return (
    <Modal
      open
      centered
      width={760}
      title="每日限额"
      footer={<Button onClick={onClose}>关闭</Button>}
      // Each row saves its own numbers; the window does not know which are typed.
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
    >
      <p>每个人每天（北京时间）最多下单、付款多少钱；不填就是不限。有几个角色的，按最高的算；管理员不受限。</p>
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <RowSkeletons count={3} />
        )
      ) : data.length === 0 ? (
        <EmptyState text="还没有角色能下单或付款。先在角色管理里给一个角色授权。" />
      ) : (
        <Table<SpendingLimit> rowKey="roleId" size="small" columns={COLUMNS} dataSource={data} pagination={false} />
      )}
    </Modal>
  )
}

const COLUMNS = fieldColumns<SpendingLimit, typeof SPENDING_LIMIT_FIELDS>(SPENDING_LIMIT_FIELDS, {
  roleId: null,
  roleName: {},
  placeMinor: {
    title: `${PLACE.label} / ${PAY.label}（元）`,
    align: 'left',
    width: 500,
    render: (_, row) => <Limits key={row.version} row={row} />,
  },
  payMinor: null,
})

/** What a limit may be (contract, saveSpendingLimit). */
const YUAN = { least: 0, most: 100_000_000 }
const toYuan = (minor: number | null): number | null => (minor === null ? null : minor / 100)
const toMinor = (yuan: number | null): number | null => (yuan === null ? null : Math.round(yuan * 100))

function Limits({ row }: { row: SpendingLimit }): ReactNode {
  const [place, setPlace] = useState(toYuan(row.placeMinor))
  const [pay, setPay] = useState(toYuan(row.payMinor))
  const save = useAct('saveSpendingLimit')
  const may = useMay('saveSpendingLimit')
  const problem = countProblem(place, YUAN) ?? countProblem(pay, YUAN)
  const isDirty = toMinor(place) !== row.placeMinor || toMinor(pay) !== row.payMinor
  const field = (label: string, value: number | null, onChange: (next: number | null) => void): ReactNode => (
    <NumberField
      aria-label={`${row.roleName} ${label}`}
      className={styles.limit}
      placeholder="不限"
      prefix="¥"
      {...YUAN}
      precision={2}
      disabled={!may}
      value={value}
      onChange={onChange}
    />
  )
  return (
    <span className={styles.foot}>
      {field(PLACE.label, place, setPlace)}
      {field(PAY.label, pay, setPay)}
      <CanButton
        type={isDirty ? 'primary' : 'default'}
        loading={save.isPending}
        allowed={!may ? NO_RIGHT : problem !== undefined ? `金额${problem}` : isDirty ? true : '没有改动'}
        onClick={() =>
          void save.run({
            roleId: row.roleId,
            version: row.version,
            placeMinor: toMinor(place),
            payMinor: toMinor(pay),
          })
        }
      >
        保存
      </CanButton>
    </span>
  )
}
