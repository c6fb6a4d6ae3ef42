import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { firstFocus } from '../../../ui/first-focus.ts'
import { StoresChoice } from '../../../pickers/store-picker.tsx'
import { FailureNote, Picture } from '../../../ui/index.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import type { ChosenOffer } from '../search/chosen-offers.ts'
import styles from './claim-dialog.module.css'
import { useClaiming, useClaimStores } from './claiming.ts'
import { FollowedOutcome, useSentRows } from './followed-outcome.tsx'

export type ClaimDialogProps = {
  offers: readonly ChosenOffer[]
  /** rows of the collection box, instead of offers by id */
  collectIds?: readonly string[]
  onClose: () => void
  /** the offers whose claim was accepted: they may be deselected */
  onTaken?: (offerIds: readonly string[]) => void
}

/** Claims offers to stores, and stays open to show the outcome of each. */
export default function ClaimDialog({ offers, collectIds, onClose, onTaken }: ClaimDialogProps): ReactNode {
  const { storeIds, choose, count, error } = useClaimStores()
  const claiming = useClaiming()
  const { sent } = claiming
  const { rows, titles } = useSentRows(sent)
  const known = useMemo(() => new Map(offers.map(({ offerId, title }) => [offerId, title])), [offers])

  const { submit, line } = useSubmission(storeIds.length === 0 ? '请先选择店铺' : undefined, claim)
  async function claim(): Promise<void> {
    const taken = await claiming.claim({
      lines: collectIds ? [] : offers.map(({ offerId }) => offerId),
      collectIds: [...(collectIds ?? [])],
      storeIds,
    })
    if (taken) onTaken?.(taken)
  }
  return (
    <Modal
      open
      width={600}
      title={sent ? `认领结果（${offers.length}）` : `认领到店铺（${offers.length}）`}
      onCancel={onClose}
      mask={{ closable: !sent }}
      footer={
        sent ? (
          <Button onClick={onClose}>关闭</Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" ref={firstFocus} loading={claiming.isSending} onClick={submit}>
              {`认领 ${offers.length} 个货源到 ${storeIds.length} 个店铺`}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        {sent ? null : line}
        {sent ? (
          <FollowedOutcome
            sent={sent}
            rows={rows}
            titleOf={(row) => known.get(row.offerId ?? '') ?? titles.get(row.offerId ?? '') ?? row.offerId ?? '–'}
          />
        ) : (
          <>
            <Chosen offers={offers} />
            <div className={styles.stores}>
              <span>店铺</span>
              <StoresChoice value={storeIds} onChange={choose} />
            </div>
            {error ? <FailureNote failure={error} /> : null}
            {count === 0 ? (
              <p className={styles.hint}>
                还没有店铺，<Link to="/system/systemconfig">去添加店铺</Link>
              </p>
            ) : (
              <p className={styles.hint}>认领后成为商品，在商品列表里补全、定价、预演，再同步到所选店铺。</p>
            )}
            {claiming.failure ? <FailureNote failure={claiming.failure} onRetry={() => void claim()} /> : null}
          </>
        )}
      </div>
    </Modal>
  )
}

const SHOWN = 14

function Chosen({ offers }: { offers: readonly ChosenOffer[] }): ReactNode {
  const [first] = offers
  return (
    <div className={styles.chosen}>
      {offers.slice(0, SHOWN).map(({ offerId, image, title }) => (
        <span key={offerId} className={styles.thumb} title={title}>
          <Picture src={image} alt={title} size={32} />
        </span>
      ))}
      {offers.length > SHOWN ? <span className={styles.more}>等 {offers.length} 个</span> : null}
      {offers.length === 1 && first ? <span className={styles.one}>{first.title}</span> : null}
    </div>
  )
}
