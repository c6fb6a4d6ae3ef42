import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import { TAKEOVER_STATES, TAKEOVER_SURENESS } from '@huoqiao/contract/listings/takeover.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAllowed } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './takeover.module.css'
import type { TakeoverActs } from './use-takeover-acts.ts'

type TakeoverRowProps = { item: TakeoverItem; acts: TakeoverActs; onChoose: (item: TakeoverItem) => void }

/** A product of the shop, the product of ours that it probably is with the reasons, and what can be done. */
export function TakeoverRow({ item, acts, onChoose }: TakeoverRowProps): ReactNode {
  const allowed = useAllowed()
  const { product, sureness } = item
  const isDecided = item.state === 'linked' || item.state === 'created'
  return (
    <li className={styles.item} data-takeover={item.id}>
      <div className={styles.side}>
        <Picture src={item.image} alt="" size={40} />
        <div className={styles.words}>
          <a href={item.adminUrl} target="_blank" rel="noreferrer" title={item.title}>
            {item.title}
          </a>
          <small>
            {item.skus.join('、') || '没有SKU'} · {item.variantCount} 个变体
          </small>
        </div>
      </div>
      <div className={styles.side}>
        {product === null ? (
          <p className={styles.none}>没有相像的商品</p>
        ) : (
          <>
            <Picture src={product.image} alt="" size={40} />
            <div className={styles.words}>
              <Link to={`/shop/product/edit?id=${product.id}`} title={product.title}>
                {product.title || '（还没有标题）'}
              </Link>
              <small>{product.skus.join('、') || '没有SKU'}</small>
            </div>
          </>
        )}
      </div>
      <div className={styles.why}>
        {item.state === 'open' ? (
          <StateTag hue={TAKEOVER_SURENESS[sureness].hue} label={TAKEOVER_SURENESS[sureness].label} />
        ) : (
          <TableStateTag table={TAKEOVER_STATES} code={item.state} />
        )}
        <small>{isDecided ? `由${item.decidedBy ?? ''}接管` : item.message || item.reasons.join(' · ')}</small>
      </div>
      {isDecided ? (
        <div className={styles.steps}>
          <CanButton size="small" allowed={allowed(item, 'undoTakeovers')} onClick={() => void acts.undo(item)}>
            撤销 <kbd>Z</kbd>
          </CanButton>
        </div>
      ) : (
        <OpenSteps item={item} acts={acts} onChoose={onChoose} />
      )}
    </li>
  )
}

function OpenSteps({ item, acts, onChoose }: TakeoverRowProps): ReactNode {
  const allowed = useAllowed()
  const accept = allowed(item, 'acceptTakeovers')
  const isSkipped = item.state === 'skipped'
  return (
    <div className={styles.steps}>
      <CanButton
        size="small"
        type="primary"
        allowed={item.product === null ? '没有建议的商品，请另选或新建' : accept}
        onClick={() => void acts.accept([item])}
      >
        接管 <kbd>A</kbd>
      </CanButton>
      <CanButton size="small" allowed={accept} onClick={() => onChoose(item)}>
        另选 <kbd>P</kbd>
      </CanButton>
      <CanButton size="small" allowed={allowed(item, 'createTakenProducts')} onClick={() => void acts.create(item)}>
        新建 <kbd>N</kbd>
      </CanButton>
      <CanButton size="small" allowed={allowed(item, 'skipTakeovers')} onClick={() => void acts.skip(item, !isSkipped)}>
        {isSkipped ? '放回' : '跳过'} <kbd>S</kbd>
      </CanButton>
    </div>
  )
}
