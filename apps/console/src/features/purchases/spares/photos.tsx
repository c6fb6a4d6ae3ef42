import { CloseOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useRef, useState } from 'react'
import { explain } from '../../../lib/call-error.ts'
import { call, toast } from '../../../lib/client.ts'
import { useMay } from '../../../lib/permission.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './spares.module.css'

/** The most that one entry takes (contract, writeOffSpare). */
const MOST = 9

type PhotosProps = { photos: readonly string[]; onChange: Dispatch<SetStateAction<readonly string[]>> }

/** Photos of the goods, taken from the person's computer or camera. */
export function Photos({ photos, onChange }: PhotosProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const may = useMay('upload')
  if (!may) return null
  async function take(files: readonly File[]): Promise<void> {
    setBusy(true)
    for (const file of files.slice(0, MOST - photos.length)) {
      try {
        const { url } = await call('upload', { purpose: 'rich-text' }, { file })
        // Added to the photos of this moment: a person may have removed one during the upload. The same picture has one address.
        onChange((now) => (now.length < MOST && !now.includes(url) ? [...now, url] : now))
      } catch (error) {
        const { what, why } = explain(error)
        toast.error(`${file.name}：${why ?? what}`)
      }
    }
    setBusy(false)
  }
  return (
    <div className={styles.photos}>
      {photos.map((src, at) => (
        <span key={src}>
          <Picture src={src} alt={`照片 ${at + 1}`} size={56} />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={`去掉照片 ${at + 1}`}
            onClick={() => onChange((now) => now.filter((one) => one !== src))}
          />
        </span>
      ))}
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        accept="image/*"
        aria-label="选择照片"
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button
        icon={<UploadOutlined />}
        loading={isBusy}
        disabled={photos.length >= MOST}
        onClick={() => chooser.current?.click()}
      >
        加照片（可不加）
      </Button>
    </div>
  )
}
