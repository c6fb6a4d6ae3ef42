import { IMAGE_FIELDS } from '@huoqiao/contract/products/products.fields'
import { DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import type { DragEndEvent } from '@dnd-kit/core'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ProductImage, ProductOption, ProductVariant } from '@huoqiao/contract/products/products.schema'
import type { MenuProps } from 'antd'
import { Button, Dropdown, Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../../lib/client.ts'
import { CanButton } from '../../../../ui/can-button.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import styles from './images.module.css'
import { FieldMark } from '../field-mark.tsx'
import { newId } from '../new-id.ts'
import { PictureUpload } from './picture-upload.tsx'
import type { Editor } from '../use-edit-product.ts'

const IMAGES_MAX = 250
const DRAG_START_PX = 5

/** The pictures in their order; shoppers see the first one that is pushed first. */
export function ImagesPanel({ editor }: { editor: Editor }): ReactNode {
  const { form, errors, change } = editor
  const { images } = form
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_START_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const first = images.find((image) => !image.dropped)?.id
  const set = (id: string, next: Partial<ProductImage>): void =>
    change((now) => ({ images: now.images.map((image) => (image.id === id ? { ...image, ...next } : image)) }))
  function remove(id: string): void {
    change((now) => ({
      images: now.images.filter((image) => image.id !== id),
      variants: now.variants.map((variant) => (variant.imageId === id ? { ...variant, imageId: null } : variant)),
    }))
  }
  function moved({ active, over }: DragEndEvent): void {
    if (!over || active.id === over.id) return
    change((now) => {
      const at = (id: unknown): number => now.images.findIndex((image) => image.id === id)
      return { images: arrayMove(now.images, at(active.id), at(over.id)) }
    })
  }
  const add = (urls: readonly string[]): void =>
    change((now) => ({
      images: [...now.images, ...urls.map((url) => ({ id: newId(), url, alt: '', dropped: false }))].slice(
        0,
        IMAGES_MAX,
      ),
    }))
  return (
    <PictureUpload className={styles.panel ?? ''} room={IMAGES_MAX - images.length} onAdd={add}>
      {(button) => (
        <>
          <header>
            <span>
              {images.length} 张，推送 {images.filter((image) => !image.dropped).length} 张；拖动排序，第一张是首图
            </span>
            <FieldMark sources={editor.base.fieldSources} field="images" />
            {button}
            <AddByUrl isFull={images.length >= IMAGES_MAX} onAdd={add} />
          </header>
          <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={moved}>
            <SortableContext items={images.map((image) => image.id)} strategy={rectSortingStrategy}>
              <ul className={styles.grid}>
                {images.map((image, at) => (
                  <ImageTile
                    key={image.id}
                    image={image}
                    isFirst={image.id === first}
                    wrong={errors[`images.${at}.url`] ?? errors[`images.${at}.alt`] ?? errors[`images.${at}.id`]}
                    used={form.variants.filter((variant) => variant.imageId === image.id).length}
                    assign={assignItems(form.options, form.variants, image.id, (variants) => change({ variants }))}
                    onSet={(next) => set(image.id, next)}
                    onRemove={() => remove(image.id)}
                  />
                ))}
              </ul>
            </SortableContext>
          </DndContext>
          {images.length === 0 ? (
            <p className={styles.nothing}>还没有图片。没有图片的商品不能同步，请上传，或用上面的地址框加一张。</p>
          ) : null}
        </>
      )}
    </PictureUpload>
  )
}

/** "Use for Color: Red": sets the picture of every variant that has the value. */
function assignItems(
  options: readonly ProductOption[],
  variants: readonly ProductVariant[],
  imageId: string,
  give: (variants: ProductVariant[]) => void,
): NonNullable<MenuProps['items']> {
  const groups = options.map((option, at) => ({
    key: `option-${at}`,
    label: option.nameZh || option.name,
    children: option.values.slice(0, 200).map(({ value, valueZh }) => ({
      key: `${at}:${value}`,
      label: valueZh || value,
      onClick: () =>
        give(variants.map((variant) => (variant.optionValues[at] === value ? { ...variant, imageId } : variant))),
    })),
  }))
  return [
    ...groups,
    { key: 'all', label: '全部变体', onClick: () => give(variants.map((variant) => ({ ...variant, imageId }))) },
    {
      key: 'none',
      label: '取消用作变体图',
      onClick: () =>
        give(variants.map((variant) => (variant.imageId === imageId ? { ...variant, imageId: null } : variant))),
    },
  ]
}

type ImageTileProps = {
  image: ProductImage
  isFirst: boolean
  wrong: string | undefined
  /** number of variants that use it */
  used: number
  assign: NonNullable<MenuProps['items']>
  onSet: (next: Partial<ProductImage>) => void
  onRemove: () => void
}

function ImageTile({ image, isFirst, wrong, used, assign, onSet, onRemove }: ImageTileProps): ReactNode {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: image.id })
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dropped={image.dropped}
      data-dragging={isDragging}
      data-wrong={wrong !== undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={styles.picture} {...attributes} {...listeners} aria-label={`拖动 ${image.alt || '图片'}`}>
        <Picture src={image.url} alt={image.alt} />
        {isFirst ? <span className={styles.first}>首图</span> : null}
        {image.dropped ? <span className={styles.out}>不推送</span> : null}
        <HolderOutlined className={styles.handle} />
      </div>
      <Input
        aria-label={IMAGE_FIELDS.alt.label}
        placeholder="替代文字（alt）"
        maxLength={512}
        value={image.alt}
        onChange={(event) => onSet({ alt: event.target.value })}
      />
      <div className={styles.acts}>
        <Switch
          checked={!image.dropped}
          aria-label="推送到店铺"
          title={image.dropped ? '保留在这里，不推送' : '推送到店铺'}
          onChange={(isOn) => onSet({ dropped: !isOn })}
        />
        <Dropdown trigger={['click']} menu={{ items: assign }}>
          <Button type="text">{used > 0 ? `${used} 个变体` : '用作变体图'}</Button>
        </Dropdown>
        <Button type="text" danger icon={<DeleteOutlined />} aria-label="删除图片" onClick={onRemove} />
      </div>
      {wrong === undefined ? null : <p className={styles.wrong}>{wrong}</p>}
    </li>
  )
}

const NOT_A_URL = '地址应以 http:// 或 https:// 开头'
const URL_SHAPE = /^(https?:\/\/|\/files\/)\S+$/i

function AddByUrl({ isFull, onAdd }: { isFull: boolean; onAdd: (urls: string[]) => void }): ReactNode {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  function add(): void {
    const urls = typed.split(/\s+/).filter((url) => url !== '')
    if (urls.length === 0) return
    if (!urls.every((url) => URL_SHAPE.test(url))) {
      setWrong(true)
      toast.error(NOT_A_URL)
      return
    }
    onAdd(urls)
    setTyped('')
  }
  return (
    <span className={styles.add}>
      <Input
        aria-label="图片地址"
        placeholder="粘贴图片地址，多个用空格或换行隔开"
        value={typed}
        disabled={isFull}
        status={isWrong ? 'error' : ''}
        onChange={(event) => {
          setWrong(false)
          setTyped(event.target.value)
        }}
        onPressEnter={add}
      />
      <CanButton icon={<PlusOutlined />} allowed={isFull ? '图片已满，先移除一些' : true} onClick={add}>
        添加
      </CanButton>
      {isWrong ? <span className={styles.wrong}>{NOT_A_URL}</span> : null}
    </span>
  )
}
