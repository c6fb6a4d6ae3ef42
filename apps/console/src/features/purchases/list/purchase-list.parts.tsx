import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ExportButton } from '../../../ui/export-button.tsx'
import type { PurchaseFilters } from './purchase-list.query.ts'
import { ALARM_TAB, askedFilter, countChanged, resetFilters } from './purchase-list.query.ts'

type ListActionsProps = {
  list: PurchaseFilters
  onOneClick: () => void
  onCreate: () => void
  onDeleted: () => void
}

/** 一键合并 of everything that can be merged, and purchases by hand. */
export function ListActions({ list, onOneClick, onCreate, onDeleted }: ListActionsProps): ReactNode {
  const navigate = useNavigate()
  const mayMerge = useMay('oneClickMergeOrder')
  const mayCreate = useMay('createPurchaseOrder')
  const mayExport = useMay('exportPurchaseOrders')
  const maySeeDeleted = useMay('queryDeletedPurchases')
  return (
    <>
      <CanButton
        allowed={mayMerge ? true : NO_RIGHT}
        title="找出所有待审核里同一供应商、账号和地址的，看过省多少再合并"
        onClick={onOneClick}
      >
        一键合并
      </CanButton>
      <ExportButton
        allowed={mayExport ? true : NO_RIGHT}
        fetchSheet={() => call('exportPurchaseOrders', { filter: askedFilter(list) })}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: '/purchase/payments', label: '付款记录' },
            { key: '/purchase/ledger', label: '凭证账本' },
            { key: '/purchase/spare', label: '余货' },
            { key: '/purchase/supplier', label: '供应商' },
            { key: '/purchase/address', label: '收货地址' },
            ...(maySeeDeleted ? [{ key: DELETED, label: '已删除的采购单' }] : []),
          ],
          onClick: ({ key }) => (key === DELETED ? onDeleted() : void navigate(key)),
        }}
      >
        <Button>
          相关页面 <DownOutlined />
        </Button>
      </Dropdown>
      <CanButton
        type="primary"
        icon={<PlusOutlined />}
        allowed={mayCreate ? true : NO_RIGHT}
        title="不为订单，自己选货备货"
        onClick={onCreate}
      >
        手工采购
      </CanButton>
    </>
  )
}

/** The address of a drawer over the list, not of a page. */
const DELETED = 'deleted'

const NOTHING_IN: Partial<Record<PurchaseState, string>> = {
  unknown: '没有结果未知的下单：每一次下单都有了结果。',
  'price-check': '没有待确认价格的采购单。',
  'place-failed': '没有下单失败的采购单。',
  placing: '现在没有正在下单的采购单。',
}

/** Before payment: a purchase that left one of these tabs usually waits to be paid. */
const BEFORE_PAYING: readonly string[] = ['reviewing', 'to-place', 'placing', 'price-check', 'unknown', 'place-failed']

type NothingHereProps = {
  list: PurchaseFilters
  /** how many purchases wait to be paid */
  toPay: number
  onDeleted: (keyword: string) => void
}

/** Why the list is empty, and how to fill it. A purchase order that was searched for may have been deleted. */
export function NothingHere({ list, toPay, onDeleted }: NothingHereProps): ReactNode {
  const navigate = useNavigate()
  const maySeeDeleted = useMay('queryDeletedPurchases')
  const { state } = list.filters
  if (countChanged(list) > 0) {
    const words = list.filters.number || list.filters.keyword
    return (
      <EmptyState
        text="没有符合条件的采购单。"
        action={
          <>
            <Button onClick={() => resetFilters(list)}>清空筛选</Button>
            {maySeeDeleted && words ? <Button onClick={() => onDeleted(words)}>到已删除的里找</Button> : null}
          </>
        }
      />
    )
  }
  if (state !== '') {
    const label = PURCHASE_STATES[state as PurchaseState]?.label ?? state
    const text =
      state === ALARM_TAB
        ? '没有未处理的截单提醒。'
        : (NOTHING_IN[state as PurchaseState] ?? `没有“${label}”的采购单。`)
    const isPayNext = toPay > 0 && BEFORE_PAYING.includes(state)
    return (
      <EmptyState
        text={isPayNext ? `${text}有 ${formatCount(toPay)} 张已下单，等待付款。` : text}
        action={
          <>
            {isPayNext ? (
              <Button type="primary" onClick={() => list.setFilters({ state: 'to-pay' })}>
                去付款（{formatCount(toPay)}）
              </Button>
            ) : null}
            <Button onClick={() => list.setFilters({ state: '' })}>看全部采购单</Button>
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      text="还没有采购单。在订单列表里选中订单，点“生成采购单”，会按供应商拆好。"
      action={
        <Button type="primary" onClick={() => void navigate('/order/list')}>
          去订单列表
        </Button>
      }
    />
  )
}
