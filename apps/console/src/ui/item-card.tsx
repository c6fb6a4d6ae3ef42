import { Checkbox } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import styles from './card-list.module.css'
import { Picture } from './picture.tsx'

type ItemCardProps = {
  image: string | null
  title: string
  /** the title in the other language, as a tooltip */
  titleHint?: string
  /** the title in the other language, on a line of its own: each title then has one line */
  subtitle?: string
  /** which side this card belongs to: the colour of its edge */
  edge: 'source' | 'store' | 'ours'
  onOpen?: () => void
  isSelected?: boolean
  onSelect?: (isRange: boolean) => void
  /** on the picture, top right: e.g. the state of the source */
  badge?: ReactNode
  /** price and margin */
  figures?: ReactNode
  /** small tags: stores, supplier, labels */
  marks?: ReactNode
  /** state, bottom left */
  state?: ReactNode
  /** bottom right, e.g. when it was changed */
  aside?: ReactNode
  /** the most used actions (three at most), on hover and keyboard focus */
  actions?: ReactNode
}

/** One card of a product list (design, "cards"). */
export function ItemCard(props: ItemCardProps): ReactNode {
  const { image, title, subtitle, titleHint = subtitle, edge, onOpen, isSelected = false, onSelect } = props
  const select = (event: MouseEvent): void => onSelect?.(event.shiftKey)
  return (
    <article className={styles.card} data-edge={edge} data-selected={isSelected}>
      <div className={styles.pictureBox}>
        <button type="button" className={styles.open} onClick={onOpen} disabled={!onOpen} aria-label={`打开 ${title}`}>
          <Picture src={image} alt="" />
        </button>
        {onSelect ? (
          <span className={styles.check}>
            <Checkbox checked={isSelected} onClick={select} aria-label={`选择 ${title}`} />
          </span>
        ) : null}
        {props.badge ? <span className={styles.badge}>{props.badge}</span> : null}
        {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
      </div>
      <div className={styles.body}>
        <div className={styles.titles} title={titleHint ? `${title}\n${titleHint}` : title}>
          <h2 className={styles.title} data-lines={subtitle ? 1 : 2}>
            {title}
          </h2>
          {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        </div>
        {props.figures ? <div className={styles.figures}>{props.figures}</div> : null}
        {props.marks ? <div className={styles.marks}>{props.marks}</div> : null}
        <div className={styles.foot}>
          {props.state}
          <span className={styles.aside}>{props.aside}</span>
        </div>
      </div>
    </article>
  )
}
