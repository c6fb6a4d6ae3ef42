import type { ReactNode } from 'react'
import { useState } from 'react'
import styles from './card-list.module.css'

/** Below this many pixels four characters do not fit in one line. */
const NARROW = 56

/**
 * A square picture that is loaded when it comes near the screen; one that fails to load is replaced by a grey placeholder, not a
 * broken-image icon.
 */
export function Picture({ src, alt, size }: { src: string | null | undefined; alt: string; size?: number }): ReactNode {
  const [broken, setBroken] = useState<string | null>(null)
  const box = size === undefined ? {} : { style: { width: size, height: size } }
  if (!src || broken === src) {
    return (
      <span
        className={styles.noPicture}
        {...box}
        role="img"
        aria-label={src ? '图片未能加载' : '没有图片'}
        data-text={src ? (size !== undefined && size < NARROW ? '失效' : '图片失效') : '无图'}
      />
    )
  }
  return (
    <img
      className={styles.picture}
      {...box}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  )
}
