import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ReactNode, SetStateAction } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { Photos } from '../../../pickers/photos.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './order-returns.module.css'

/** Photos that the shopper sent or the warehouse took: evidence for a refund from the supplier. Each change is saved at once. */
export function ReturnPhotos({ one, photos, change, failure }: { one: OrderReturn } & SavedPhotos): ReactNode {
  const may = useMay('saveReturnPhotos')
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
      {failure ? <FailureNote failure={failure} /> : null}
      <Photos photos={photos} label="加退货照片" onChange={change} />
    </div>
  )
}

type SavedPhotos = {
  /** the shown photos: uploaded, but perhaps not saved with the return yet; a claim includes them */
  photos: readonly string[]
  failure: CallError | null
  change: (to: SetStateAction<readonly string[]>) => void
}

/** Each change starts from the previous one, which may not be saved yet; the saves run one after the other. */
export function useSaveReturnPhotos(one: OrderReturn): SavedPhotos {
  const save = useAct('saveReturnPhotos')
  /** shown and not saved yet */
  const [unsaved, show] = useState<readonly string[]>()
  const saved = useRef<readonly string[]>(one.photos)
  const newest = useRef<readonly string[]>(undefined)
  const queue = useRef(Promise.resolve())
  useEffect(() => {
    saved.current = one.photos
  }, [one.photos])

  function put(photos: readonly string[] | undefined): void {
    newest.current = photos
    show(photos)
  }
  async function send(photos: readonly string[]): Promise<void> {
    // A later change contains it.
    if (newest.current !== photos) return
    const done = await save.run({ returnId: one.id, photos: [...photos] })
    if (done.ok) saved.current = photos
    if (newest.current === photos) put(undefined)
  }
  return {
    photos: unsaved ?? one.photos,
    failure: save.error,
    change(to) {
      const photos = typeof to === 'function' ? to(newest.current ?? saved.current) : to
      put(photos)
      queue.current = queue.current.then(() => send(photos))
    },
  }
}
