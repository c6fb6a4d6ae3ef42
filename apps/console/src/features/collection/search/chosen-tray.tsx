import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Picture } from '../../../ui/index.ts'
import type { ChosenOffers } from './chosen-offers.ts'
import styles from './chosen-tray.module.css'

const SHOWN = 12

type ChosenTrayProps = { chosen: ChosenOffers; onClaim: () => void; onCollect: () => void; isCollecting: boolean }

/** The selected offers, across pages and searches; the tray stays at the bottom of the page. */
export function ChosenTray({ chosen, onClaim, onCollect, isCollecting }: ChosenTrayProps): ReactNode {
  const { offers } = chosen
  if (offers.length === 0) return null
  return (
    <div className={styles.tray} role="toolbar" aria-label="已选货源">
      <span className={styles.count}>
        已选 <b>{offers.length}</b> 个
      </span>
      <ul className={styles.thumbs}>
        {offers.slice(-SHOWN).map((offer) => (
          <li key={offer.offerId}>
            <button
              type="button"
              title={`移除 ${offer.title}`}
              aria-label={`移除 ${offer.title}`}
              onClick={() => chosen.remove([offer.offerId])}
            >
              <Picture src={offer.image} alt="" size={36} />
              <CloseOutlined className={styles.remove} />
            </button>
          </li>
        ))}
      </ul>
      {offers.length > SHOWN ? <span className={styles.more}>另有 {offers.length - SHOWN} 个</span> : null}
      <span className={styles.actions}>
        <Button type="text" onClick={chosen.clear}>
          清空
        </Button>
        <Button loading={isCollecting} onClick={onCollect}>
          只采集
        </Button>
        <Button type="primary" onClick={onClaim}>
          认领到店铺
        </Button>
      </span>
    </div>
  )
}
