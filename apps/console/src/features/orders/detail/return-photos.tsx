import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { Photos } from '../../../pickers/photos.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './order-returns.module.css'

/** Photos that the shopper sent or the warehouse took: evidence for a refund from the supplier. Each change is saved at once. */
export function ReturnPhotos({ one }: { one: OrderReturn }): ReactNode {
  const may = useMay('saveReturnPhotos')
  const save = useAct('saveReturnPhotos')
  /** The saved photos when an upload ends, which may be others than when it began. */
  const saved = useRef(one.photos)
  useEffect(() => {
    saved.current = one.photos
  }, [one.photos])
  if (!may)
    return one.photos.length === 0 ? null : (
      <p>
        {one.photos.map((src, at) => (
          <Picture key={src} src={src} alt={`照片 ${at + 1}`} size={56} />
        ))}
      </p>
    )
  return (
    <div className={styles.photos}>
      {save.error ? <FailureNote failure={save.error} /> : null}
      <Photos
        photos={one.photos}
        label="加退货照片"
        onChange={(change) => {
          const photos = typeof change === 'function' ? change(saved.current) : change
          void save.run({ returnId: one.id, photos: [...photos] })
        }}
      />
    </div>
  )
}
