import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import { Form, Input, Select } from 'antd'
import type { RefSelectProps } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { StoresPicker } from '../../../pickers/store-picker.tsx'
import type { BatchForm } from './product-batch.bar.tsx'
import { Window } from './product-batch.window.tsx'
import PriceChangeWindow from './price-change.window.tsx'
import styles from './product-batch.module.css'
import type { Change, ProductActs } from './use-product-acts.tsx'

type DialogProps = {
  products: readonly ProductCard[]
  acts: Pick<ProductActs, 'modify'>
  onClose: () => void
}
/** The dialogs of the batch bar; each describes its effect before it is done. */
export default function BatchDialog({ form, ...props }: DialogProps & { form: BatchForm }): ReactNode {
  if (form === 'price')
    return (
      <PriceChangeWindow
        products={props.products}
        onWrite={(change) => props.acts.modify('批量改价', props.products, change)}
        onClose={props.onClose}
      />
    )
  if (form === 'title') return <TitleDialog {...props} />
  if (form === 'tags') return <TagsDialog {...props} />
  return <StoresDialog {...props} />
}

function TitleDialog({ products, acts, onClose }: DialogProps): ReactNode {
  const [prefix, setPrefix] = useState('')
  const [suffix, setSuffix] = useState('')
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const sample = products[0]?.title ?? ''
  const changed = `${prefix}${find === '' ? sample : sample.replaceAll(find, replace)}${suffix}`
  const change: Change = {
    titlePrefix: prefix || undefined,
    titleSuffix: suffix || undefined,
    titleReplace: find === '' ? undefined : { find, replace },
  }
  return (
    <Window
      onClose={onClose}
      shell={{
        title: `批量改标题（${products.length} 个商品）`,
        okText: '改标题',
        isTyped: prefix + suffix + find + replace !== '',
        wrong: prefix !== '' || suffix !== '' || find !== '' ? undefined : '请填写要改的内容',
        onOk: () => acts.modify('批量改标题', products, change),
        children: (
          <>
            <div className={styles.pair}>
              <Form.Item label="前面加上">
                <Input
                  aria-label="前面加上"
                  ref={firstFocus}
                  maxLength={64}
                  value={prefix}
                  onChange={(event) => setPrefix(event.target.value)}
                />
              </Form.Item>
              <Form.Item label="后面加上">
                <Input
                  aria-label="后面加上"
                  maxLength={64}
                  value={suffix}
                  onChange={(event) => setSuffix(event.target.value)}
                />
              </Form.Item>
              <Form.Item label="把">
                <Input
                  aria-label="要找的字"
                  maxLength={64}
                  placeholder="要找的字"
                  value={find}
                  onChange={(event) => setFind(event.target.value)}
                />
              </Form.Item>
              <Form.Item label="替换成">
                <Input
                  aria-label="替换成"
                  maxLength={64}
                  placeholder="空着就是删掉"
                  value={replace}
                  onChange={(event) => setReplace(event.target.value)}
                />
              </Form.Item>
            </div>
            <p className={styles.says}>
              例如：<del>{sample || '（没有英文标题）'}</del>
              <br />
              变成：<b>{changed || '（空）'}</b>
              {changed.length > 255 ? <span className={styles.wrong}>（超过 255 个字符，会被拒绝）</span> : null}
            </p>
          </>
        ),
      }}
    />
  )
}

function TagsDialog({ products, acts, onClose }: DialogProps): ReactNode {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const known = [...new Set(products.flatMap((product) => product.tags))].map((tag) => ({ value: tag, label: tag }))
  return (
    <Window
      onClose={onClose}
      shell={{
        title: `批量改标签（${products.length} 个商品）`,
        okText: '改标签',
        isTyped: add.length + remove.length > 0,
        wrong: add.length + remove.length > 0 ? undefined : '请填写要加上或去掉的标签',
        onOk: () =>
          acts.modify('批量改标签', products, {
            addTags: add.length > 0 ? add : undefined,
            removeTags: remove.length > 0 ? remove : undefined,
          }),
        children: (
          <>
            <Form.Item label="加上">
              <TagsField label="加上" ref={firstFocus} value={add} known={known} onChange={setAdd} />
            </Form.Item>
            <Form.Item label="去掉">
              <TagsField label="去掉" value={remove} known={known} onChange={setRemove} />
            </Form.Item>
          </>
        ),
      }}
    />
  )
}

type TagsFieldProps = {
  label: string
  ref?: Ref<RefSelectProps>
  value: string[]
  known: { value: string; label: string }[]
  onChange: (value: string[]) => void
}
/** Proposes the tags that the products have; where they have none, no empty list is opened. */
const TagsField = ({ label, known, ...rest }: TagsFieldProps): ReactNode => (
  <Select
    mode="tags"
    {...rest}
    aria-label={label}
    tokenSeparators={[',', '，']}
    options={known}
    notFoundContent={null}
  />
)

function StoresDialog({ products, acts, onClose }: DialogProps): ReactNode {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <Window
      onClose={onClose}
      shell={{
        title: `增减店铺（${products.length} 个商品）`,
        okText: '改店铺',
        isTyped: add.length + remove.length > 0,
        wrong: add.length + remove.length > 0 ? undefined : '请选择要加上或去掉的店铺',
        onOk: () =>
          acts.modify('增减店铺', products, {
            addStoreIds: add.length > 0 ? add : undefined,
            removeStoreIds: remove.length > 0 ? remove : undefined,
          }),
        children: (
          <>
            <Form.Item label="认领到">
              <StoresPicker placeholder="选择要认领到的店铺" value={add} onChange={setAdd} />
            </Form.Item>
            <Form.Item label="不再卖到">
              <StoresPicker placeholder="选择不再卖到的店铺" value={remove} onChange={setRemove} />
            </Form.Item>
            <p className={styles.says}>还在某家店铺里在线的商品要先下架，才能从那家店铺去掉。</p>
          </>
        ),
      }}
    />
  )
}
