import type { ReactNode } from 'react'
import { Picture } from '../../../ui/picture.tsx'
import styles from './source.module.css'

type Thing = { image: string | null; title: string; variantTitle: string; sku: string }

/** The shop's product, shown above the search for its source. */
export const SoldThing = ({ thing, says }: { thing: Thing; says: string }): ReactNode => (
  <div className={styles.sold}>
    <Picture src={thing.image} alt="" size={44} />
    <div>
      <b>{thing.title}</b>
      <small>{[thing.variantTitle, thing.sku, says].filter((text) => text !== '').join(' · ')}</small>
    </div>
  </div>
)
