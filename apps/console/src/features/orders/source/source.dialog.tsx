import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { SoldThing } from './sold-thing.tsx'
import type { CandidateOrder } from './candidate-order.rules.ts'
import type { ChosenSku } from './source-skus.tsx'
import { SourceSkus } from './source-skus.tsx'
import { isCount, MOST_PIECES } from '../goods/goods.rules.ts'
import { SourceSearch } from './source-search.tsx'
import type { Scope, Terms } from './source-terms.tsx'
import { SourceTerms } from './source-terms.tsx'
import styles from './source.module.css'

type SourceDialogProps = { lines: readonly OrderLine[]; onClose: () => void }

const isWhole = (terms: Terms): boolean => [terms.saleQuantity, terms.sourceQuantity].every((count) => isCount(count))

/** 关联货源: the source that a line is bought from, the ratio, and for which orders the link is used. */
export default function SourceDialog({ lines, onClose }: SourceDialogProps): ReactNode {
  const first = lines[0]!
  const { source } = first
  const [offerId, setOffer] = useState(source?.offerId)
  const [order, setOrder] = useState<CandidateOrder>()
  const [sku, setSku] = useState<ChosenSku | undefined>(
    source ? { skuId: source.skuId, specId: source.specId, unitCostMinor: source.unitCostMinor } : undefined,
  )
  const [terms, setTerms] = useState<Terms>({
    saleQuantity: source?.saleQuantity ?? 1,
    sourceQuantity: source?.sourceQuantity ?? 1,
    scope: source?.origin === 'order' ? 'this-order' : 'remember',
  })
  const lineIds = lines.map(({ id }) => id)
  const preview = useRead('previewRelation', { lineIds })
  const link = useLink(lineIds, onClose)
  const isReady = offerId !== undefined && sku !== undefined && isWhole(terms)
  const choose = (next: string | undefined): void => {
    setOffer(next)
    setSku(undefined)
  }
  const wrong = isReady
    ? undefined
    : offerId === undefined
      ? '请先选货源'
      : sku === undefined
        ? '请选规格'
        : `件数要填 1 到 ${MOST_PIECES} 的整数`
  const submission = useSubmission(wrong, submit)
  async function submit(): Promise<void> {
    if (!isReady || link.isPending) return
    await link.relate({
      offerId,
      skuId: sku.skuId,
      specId: sku.specId,
      saleQuantity: terms.saleQuantity!,
      sourceQuantity: terms.sourceQuantity!,
      scope: terms.scope,
    })
  }
  return (
    <Modal
      open
      width={920}
      title="关联1688货源"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          {source ? <Unlink isBusy={link.isPending} origin={source.origin} onUnlink={link.unlink} /> : null}
          <span className={styles.footRight}>
            <Button onClick={onClose}>取消</Button>
            {submission.line}
            <Button type="primary" loading={link.isPending} onClick={submission.submit}>
              关联
            </Button>
          </span>
        </div>
      }
    >
      <div className={styles.body}>
        <SoldThing thing={first} says={`${first.current} 件${lines.length > 1 ? `，共 ${lines.length} 行` : ''}`} />
        {link.failure ? <FailureNote failure={link.failure} /> : null}
        {link.outcome ? <OutcomeList outcome={link.outcome} labelOf={() => first.title} /> : null}
        {offerId === undefined ? (
          <SourceSearch remembered={preview.data?.relations ?? []} order={order} onOrder={setOrder} onChoose={choose} />
        ) : (
          <>
            <SourceSkus offerId={offerId} chosen={sku} onChoose={setSku} onBack={() => choose(undefined)} />
            <SourceTerms terms={terms} line={first} sku={sku} preview={preview.data} onChange={setTerms} />
          </>
        )}
      </div>
    </Modal>
  )
}

type UnlinkProps = {
  isBusy: boolean
  origin: NonNullable<OrderLine['source']>['origin']
  onUnlink: (scope: 'this-order' | 'forget') => Promise<void>
}

function Unlink({ isBusy, origin, onUnlink }: UnlinkProps): ReactNode {
  const may = useMay('unlinkShopifyOrder')
  if (!may) return null
  return (
    <>
      <Button danger loading={isBusy} onClick={() => void onUnlink('this-order')}>
        取消本单的关联
      </Button>
      {origin === 'relation' ? (
        <Button danger type="text" loading={isBusy} onClick={() => void onUnlink('forget')}>
          取消并不再记住
        </Button>
      ) : null}
    </>
  )
}

type RelateRequest = {
  offerId: string
  skuId: string | null
  specId: string | null
  saleQuantity: number
  sourceQuantity: number
  scope: Scope
}

/** Creates the link or removes it; closes when every line succeeded, otherwise shows which failed. */
function useLink(lineIds: string[], onClose: () => void) {
  const relate = useAct('relateShopifyOrder')
  const unlink = useAct('unlinkShopifyOrder')
  const [failure, setFailure] = useState<CallError>()
  const [outcome, setOutcome] = useState<NonNullable<typeof unlink.data>>()
  function reported(word: string, rows: NonNullable<typeof unlink.data>): void {
    setOutcome(rows.failed > 0 ? rows : undefined)
    if (rows.failed > 0) return
    toast.success(word)
    onClose()
  }
  return {
    failure,
    outcome,
    isPending: relate.isPending || unlink.isPending,
    relate: async (request: RelateRequest): Promise<void> => {
      setFailure(undefined)
      const done = await relate.run({ lineIds, ...request })
      if (!done.ok) return setFailure(done.error)
      const { rows, followed } = done.data
      reported(followed > 0 ? `已关联，另有 ${followed} 行同款跟着关联` : '已关联货源', rows)
    },
    unlink: async (scope: 'this-order' | 'forget'): Promise<void> => {
      setFailure(undefined)
      const done = await unlink.run({ lineIds, scope })
      if (!done.ok) return setFailure(done.error)
      reported('已取消关联', done.data)
    },
  }
}
