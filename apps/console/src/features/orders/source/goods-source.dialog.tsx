import type { UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import type { ChosenSource } from '../goods/goods.rules.ts'
import type { CandidateOrder } from './candidate-order.rules.ts'
import type { ChosenSku } from './source-skus.tsx'
import { SourceSkus } from './source-skus.tsx'
import { SourceSearch } from './source-search.tsx'
import { SoldThing } from './sold-thing.tsx'
import styles from './source.module.css'

type GoodsSourceProps = {
  good: UnsourcedGood
  /** the offer whose SKUs are shown at once */
  offerId: string | undefined
  onChoose: (source: ChosenSource) => void
  onClose: () => void
}

/** Searches all of 1688 for a source of a good; the found title is part of the choice. */
export function GoodsSourceDialog({ good, offerId: first, onChoose, onClose }: GoodsSourceProps): ReactNode {
  const [offerId, setOffer] = useState(first)
  const [order, setOrder] = useState<CandidateOrder>()
  const [sku, setSku] = useState<ChosenSku>()
  const show = (next: string | undefined): void => {
    setOffer(next)
    setSku(undefined)
  }
  const isReady = offerId !== undefined && sku !== undefined
  const wrong = isReady ? undefined : offerId === undefined ? '请先选货源' : '请选规格'
  const { submit, line } = useSubmission(wrong, take)
  function take(): void {
    if (!isReady) return
    const { skuId, specId, unitCostMinor, title = '', spec = '' } = sku
    onChoose({ offerId, skuId, specId, unitCostMinor, title, spec })
  }
  return (
    <Modal open width={920} title="选货源" okText="用这一款" cancelText="取消" onOk={submit} onCancel={onClose}>
      <div className={styles.body}>
        {line}
        <SoldThing thing={good} says={`${good.orders} 单 ${formatCount(good.pieces)} 件等着`} />
        {offerId === undefined ? (
          <SourceSearch remembered={[]} order={order} onOrder={setOrder} onChoose={show} />
        ) : (
          <SourceSkus offerId={offerId} chosen={sku} onChoose={setSku} onBack={() => show(undefined)} />
        )}
      </div>
    </Modal>
  )
}
