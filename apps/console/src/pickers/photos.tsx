import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useState } from 'react'
import { explain } from '../lib/call-error.ts'
import { call, toast } from '../lib/client.ts'
import { useMay } from '../lib/permission.tsx'
import { shrunk } from '../lib/shrink-photo.ts'
import { MOST_PHOTOS, PhotoChooser } from './photo-chooser.tsx'

type PhotosProps = {
  photos: readonly string[]
  onChange: Dispatch<SetStateAction<readonly string[]>>
  /** what the button says */
  label?: string
}

/** Photos of goods that are made smaller and uploaded as soon as they are chosen. */
export function Photos({ photos, onChange, label }: PhotosProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const may = useMay('upload')
  if (!may) return null
  async function take(files: readonly File[]): Promise<void> {
    setBusy(true)
    for (const file of files) {
      try {
        const { url } = await call('upload', { purpose: 'rich-text' }, { file: await shrunk(file) })
        // Added to the photos of this moment: a person may have removed one during the upload. The same picture has one address.
        onChange((now) => (now.length < MOST_PHOTOS && !now.includes(url) ? [...now, url] : now))
      } catch (error) {
        const { what, why } = explain(error)
        toast.error(`${file.name}：${why ?? what}`)
      }
    }
    setBusy(false)
  }
  return (
    <PhotoChooser
      photos={photos.map((src) => ({ key: src, src }))}
      isBusy={isBusy}
      {...(label === undefined ? {} : { label })}
      onAdd={(files) => void take(files)}
      onRemove={(src) => onChange((now) => now.filter((one) => one !== src))}
    />
  )
}
