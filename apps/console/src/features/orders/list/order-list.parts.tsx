import { BarsOutlined, CloseOutlined, ReloadOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import type { OrderFilters } from './order-list.query.ts'
import { countChanged, resetFilters } from './order-list.query.ts'
import { nothingIn } from '../order.words.ts'
import styles from './order-list.module.css'
import type { Reported } from '../use-order-acts.tsx'

type ListActionsProps = {
  onRecover: () => void
  onExport: () => void
  onTasks: () => void
  onSettings: () => void
  onGoods: () => void
}

/** Actions on the list as a whole. */
export function ListActions({ onRecover, onExport, onTasks, onSettings, onGoods }: ListActionsProps): ReactNode {
  const mayRecover = useMay('recoverMissingOrders')
  const mayExport = useMay('exportShopifyOrderSkuInfo')
  return (
    <>
      <Button onClick={onSettings}>拉单与汇率</Button>
      <Button onClick={onTasks}>任务记录</Button>
      <Button title="所有没有货源的商品，每种一行，一次关联" onClick={onGoods}>
        批量关联货源
      </Button>
      <CanButton allowed={mayExport ? true : NO_RIGHT} onClick={onExport}>
        导出
      </CanButton>
      <CanButton type="primary" allowed={mayRecover ? true : NO_RIGHT} onClick={onRecover}>
        补单
      </CanButton>
    </>
  )
}

/** Shows orders with their lines, or only their heads. */
export function LinesSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }): ReactNode {
  const word = isOn ? '收起商品' : '展开商品'
  return (
    <Button
      type="text"
      className={styles.switch ?? ''}
      icon={isOn ? <BarsOutlined /> : <UnorderedListOutlined />}
      aria-label={word}
      title={word}
      onClick={() => onChange(!isOn)}
    />
  )
}

/** When the shops were last read; a click reads them again. */
export function Pulled({ at }: { at: number | null | undefined }): ReactNode {
  const pull = useAct('pullOrders')
  const may = useMay('pullOrders')
  async function ask(): Promise<void> {
    const done = await pull.run({})
    if (done.ok) toast.info('正在向店铺拉取，新订单马上出现')
  }
  if (at === undefined) return null
  return (
    <span className={styles.pulled}>
      {at === null ? (
        '还没有拉取过全部店铺'
      ) : (
        <span>
          上次拉取 <RelativeTime at={at} ago />
        </span>
      )}
      <CanButton
        type="text"
        icon={<ReloadOutlined />}
        aria-label="立即拉单"
        title="立即拉单"
        loading={pull.isPending}
        allowed={may ? true : NO_RIGHT}
        onClick={() => void ask()}
      />
    </span>
  )
}

type NothingHereProps = { list: OrderFilters; onRecover: () => void }

/** Why the list is empty, and how to fill it. */
export function NothingHere({ list, onRecover }: NothingHereProps): ReactNode {
  const navigate = useNavigate()
  const { stores } = useGetAllShopifyStores()
  const { state } = list.filters
  if (countChanged(list) > 0) {
    return (
      <EmptyState
        text="没有符合条件的订单。如果店铺里确实有这张订单，可以补单。"
        action={
          <span>
            <Button onClick={() => resetFilters(list)}>清空筛选</Button> <Button onClick={onRecover}>补单</Button>
          </span>
        }
      />
    )
  }
  if (state !== '') {
    return (
      <EmptyState
        text={nothingIn(state)}
        action={<Button onClick={() => list.setFilters({ state: '' })}>看全部订单</Button>}
      />
    )
  }
  if (stores?.length === 0) {
    return (
      <EmptyState
        text="还没有连接店铺。连接后，店铺的订单会自动出现在这里。"
        action={
          <Button type="primary" onClick={() => void navigate('/system/systemconfig?tab=stores')}>
            连接店铺
          </Button>
        }
      />
    )
  }
  const sandbox = stores?.find((store) => store.environment === 'sandbox')
  return (
    <EmptyState
      text={
        sandbox
          ? '还没有订单。顾客下单后几秒内就会出现；可以先到模拟店铺买一件试试。'
          : '还没有订单。顾客下单后几秒内就会出现；店铺里以前的订单可以用补单带回。'
      }
      action={
        <span>
          {sandbox ? (
            <a href={sandbox.origin} target="_blank" rel="noreferrer">
              <Button type="primary">去模拟店铺下一单</Button>
            </a>
          ) : null}{' '}
          <Button onClick={onRecover}>补单</Button>
        </span>
      }
    />
  )
}

/** The outcome of each row of the last action; shown until it is closed. */
export function ReportedOutcome({ reported, onClose }: { reported: Reported; onClose: () => void }): ReactNode {
  return (
    <section className={styles.reported} aria-label={`${reported.title}的结果`}>
      <header>
        <h2>{reported.title}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label="收起结果" onClick={onClose} />
      </header>
      <OutcomeList outcome={reported.outcome} labelOf={(key) => reported.names.get(key) ?? key} />
    </section>
  )
}
