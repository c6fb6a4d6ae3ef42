import { UploadOutlined } from '@ant-design/icons'
import type { DragEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { CanButton } from '../../../../ui/can-button.tsx'
import { toast } from '../../../../lib/client.ts'
import { useUpload } from '../../../../pickers/use-upload.ts'

type PictureUploadProps = {
  room: number
  onAdd: (urls: string[]) => void
  /** the content, which places the button */
  children: (button: ReactNode) => ReactNode
  className: string
}

/**
 * Takes pictures from the person's computer, chosen or dropped on the content. They are stored in the app's files one after another, in the
 * given order; a push sends them to the shop.
 */
export function PictureUpload({ room, onAdd, children, className }: PictureUploadProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(0)
  const [isOver, setOver] = useState(false)
  const upload = useUpload('product-image')
  const isFull = room <= 0

  if (!upload) return <div className={className}>{children(null)}</div>
  const take = async (files: readonly File[]): Promise<void> => {
    const all = files.filter((file) => file.type.startsWith('image/'))
    const pictures = all.slice(0, Math.max(0, room))
    if (all.length < files.length) toast.error('有文件不是图片，没有上传')
    if (pictures.length < all.length)
      toast.error(`图片放不下了，有 ${all.length - pictures.length} 张没有上传；先移除一些`)
    for (const [at, file] of pictures.entries()) {
      setLeft(pictures.length - at)
      try {
        onAdd([await upload(file)])
      } catch (error) {
        if (!(error instanceof Error)) throw error
        toast.error(`${file.name}：${error.message}`)
      }
    }
    setLeft(0)
  }
  const over = (event: DragEvent): void => {
    // Tiles that are dragged to another position carry no files.
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const button = (
    <>
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        accept="image/*"
        aria-label="选择图片文件"
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <CanButton
        icon={<UploadOutlined />}
        allowed={isFull ? '图片已满，先移除一些' : true}
        loading={left > 0}
        onClick={() => chooser.current?.click()}
      >
        {left > 0 ? `正在上传，还有 ${left} 张` : '上传图片，或拖到这里'}
      </CanButton>
    </>
  )
  return (
    <div
      className={className}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void take([...event.dataTransfer.files])
      }}
    >
      {children(button)}
    </div>
  )
}
