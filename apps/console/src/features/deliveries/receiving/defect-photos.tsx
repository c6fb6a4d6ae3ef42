import type { ReactNode } from 'react'
import { useState } from 'react'
import { newRequestKey } from '../../../lib/request-key.ts'
import { shrunk } from '../../../lib/shrink-photo.ts'
import { PhotoChooser } from '../../../pickers/photo-chooser.tsx'
import type { LinePhoto } from './line-photos.ts'
import { forgetPhotos, shownAt } from './line-photos.ts'

type DefectPhotosProps = {
  photos: readonly LinePhoto[]
  of: string
  /** gets a function that changes the current photos, because one may be removed while another is being made smaller */
  onChange: (change: (now: readonly LinePhoto[]) => readonly LinePhoto[]) => void
}

/** Photos of what arrived broken: kept on the device, and uploaded with the receipt. */
export function DefectPhotos({ photos, of, onChange }: DefectPhotosProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  async function add(files: readonly File[]): Promise<void> {
    setBusy(true)
    for (const file of files) {
      const photo = { key: newRequestKey(), name: file.name, content: await shrunk(file), url: null }
      onChange((now) => [...now, photo])
    }
    setBusy(false)
  }
  return (
    <PhotoChooser
      photos={photos.map((photo) => ({ key: photo.key, src: shownAt(photo) }))}
      isBusy={isBusy}
      of={of}
      onAdd={(files) => void add(files)}
      onRemove={(key) => {
        forgetPhotos([{ key }])
        onChange((now) => now.filter((photo) => photo.key !== key))
      }}
    />
  )
}
