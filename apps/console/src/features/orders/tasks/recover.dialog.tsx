import { Input, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Span } from '../../../lib/date-range.ts'
import { useAct } from '../../../lib/use-call.ts'
import { StoresPicker } from '../../../pickers/store-picker.tsx'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import { OrderTaskDialog } from './order-task.dialog.tsx'
import styles from './order-task.module.css'
import { readNumbers } from './recover.rules.ts'

type Way = 'window' | 'numbers'
const DAY = 86_400_000
const MOST = 500

/**
 * 补单: searches the shops for orders that did not arrive automatically. The dialog may be closed; the icon in the head of the console leads
 * back.
 */
export default function RecoverDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [way, setWay] = useState<Way>('window')
  const [storeIds, setStores] = useState<string[]>([])
  const [span, setSpan] = useState<Partial<Span>>(() => ({ from: Date.now() - 3 * DAY, to: Date.now() }))
  const [typed, setTyped] = useState('')
  const recover = useAct('recoverMissingOrders')
  const numbers = readNumbers(typed)
  const isReady = way === 'window' ? span.from !== undefined : numbers.length > 0 && numbers.length <= MOST
  const wrong = isReady
    ? undefined
    : way === 'window'
      ? '请选择时间段'
      : numbers.length === 0
        ? '请填写订单号'
        : `一次最多 ${MOST} 个订单号`
  return (
    <OrderTaskDialog
      title="补单"
      width={640}
      startLabel="开始补单"
      isStarting={recover.isPending}
      wrong={wrong}
      start={() =>
        recover.run({
          storeIds,
          ...(way === 'window' ? { from: span.from, to: span.to } : { numbers }),
        })
      }
      isSafeToClose={false}
      onClose={onClose}
    >
      <p className={styles.hint}>到店铺里核对，把没有进来的订单带回来并标为“补单”；已经在的不会重复。</p>
      <Segmented<Way>
        value={way}
        options={[
          { value: 'window', label: '按下单时间' },
          { value: 'numbers', label: '按订单号' },
        ]}
        onChange={setWay}
      />
      <div className={styles.field}>
        <span>店铺</span>
        <StoresPicker value={storeIds} placeholder="全部店铺" onChange={setStores} />
      </div>
      {way === 'window' ? (
        <div className={styles.field}>
          <span>下单时间</span>
          <QuickDateRange value={span} onChange={setSpan} />
        </div>
      ) : (
        <label className={styles.field}>
          <span>订单号（每行一个，最多 {MOST} 个）</span>
          <Input.TextArea
            rows={5}
            aria-label="订单号"
            placeholder={'US1001\nUS1002'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <small className={styles.hint}>
            {numbers.length > MOST ? `有 ${numbers.length} 个，超过了 ${MOST} 个，请分几次` : `${numbers.length} 个`}
          </small>
        </label>
      )}
    </OrderTaskDialog>
  )
}
