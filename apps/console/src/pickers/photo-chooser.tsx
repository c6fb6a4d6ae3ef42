import { CloseOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { CanButton } from '../ui/can-button.tsx'
import { Picture } from '../ui/picture.tsx'
import styles from './photo-chooser.module.css'

/** Maximum number of photos of one entry (contract, `uploadedPictures`). */
export const MOST_PHOTOS = 9

type PhotoChooserProps = {
  photos: readonly { key: string; src: string }[]
  isBusy?: boolean
  /** what the photos show: distinguishes several such fields on one page */
  of?: string
  /** what the button says */
  label?: string
  onAdd: (files: readonly File[]) => void
  onRemove: (key: string) => void
}

/** Photos of goods, taken from the person's computer or camera. */
export function PhotoChooser({
  photos,
  isBusy = false,
  of = '',
  label = '加照片（可不加）',
  onAdd,
  onRemove,
}: PhotoChooserProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.photos}>
      {photos.map(({ key, src }, at) => (
        <span key={key}>
          <Picture src={src} alt={`照片 ${at + 1}`} size={56} />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={`去掉照片 ${at + 1}`}
            onClick={() => onRemove(key)}
          />
        </span>
      ))}
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        accept="image/*"
        aria-label={of === '' ? '选择照片' : `选择照片 ${of}`}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])].slice(0, MOST_PHOTOS - photos.length))
          event.target.value = ''
        }}
      />
      <CanButton
        icon={<UploadOutlined />}
        loading={isBusy}
        allowed={photos.length >= MOST_PHOTOS ? `最多 ${MOST_PHOTOS} 张` : true}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </CanButton>
    </div>
  )
}
