import { PRODUCT_FIELDS, VARIANT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { LISTING_STATES, SOURCE_HEALTH } from '@huoqiao/contract/products/products.status'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { MoneyRange } from '../../../ui/money-text.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { HealthMark, MarginText, SourceMark } from '../product-marks.tsx'
import styles from './editor.module.css'
import { EditorField } from './field-mark.tsx'
import type { Editor } from './use-edit-product.ts'

const TITLE_MAX = 255
const ZH_MAX = 512
/** Search results cut titles at about this length; longer titles are allowed. */
const TITLE_GOOD = 70

/** Titles, brand, type, tags and the note; beside them the product's state in the app and in the shops. */
export function BasicPanel({ editor, product }: { editor: Editor; product: Product }): ReactNode {
  const { form, errors, change } = editor
  const sources = editor.base.fieldSources
  return (
    <div className={styles.columns}>
      <div className={styles.card}>
        <EditorField
          label={PRODUCT_FIELDS.title.label}
          field="title"
          sources={sources}
          wrong={errors['title']}
          aside={<Counter length={form.title.length} max={TITLE_MAX} good={TITLE_GOOD} />}
        >
          <Input.TextArea
            aria-label={PRODUCT_FIELDS.title.label}
            autoSize={{ minRows: 2, maxRows: 4 }}
            value={form.title}
            status={errors['title'] ? 'error' : ''}
            onChange={(event) => change({ title: event.target.value.replaceAll('\n', ' ') })}
          />
        </EditorField>
        <EditorField
          label={PRODUCT_FIELDS.titleZh.label}
          field="titleZh"
          sources={sources}
          wrong={errors['titleZh']}
          aside={<Counter length={form.titleZh.length} max={ZH_MAX} />}
        >
          <Input.TextArea
            aria-label={PRODUCT_FIELDS.titleZh.label}
            autoSize={{ minRows: 1, maxRows: 3 }}
            value={form.titleZh}
            onChange={(event) => change({ titleZh: event.target.value.replaceAll('\n', ' ') })}
          />
        </EditorField>
        <div className={styles.pair}>
          <EditorField
            label={`${PRODUCT_FIELDS.vendor.label}（Vendor）`}
            field="vendor"
            sources={sources}
            wrong={errors['vendor']}
          >
            <Input
              aria-label={PRODUCT_FIELDS.vendor.label}
              maxLength={128}
              value={form.vendor}
              onChange={(event) => change({ vendor: event.target.value })}
            />
          </EditorField>
          <EditorField
            label={PRODUCT_FIELDS.productType.label}
            field="productType"
            sources={sources}
            wrong={errors['productType']}
          >
            <Input
              aria-label={PRODUCT_FIELDS.productType.label}
              maxLength={128}
              value={form.productType}
              onChange={(event) => change({ productType: event.target.value })}
            />
          </EditorField>
        </div>
        <EditorField
          label={PRODUCT_FIELDS.tags.label}
          field="tags"
          sources={sources}
          wrong={errors['tags'] ?? Object.entries(errors).find(([path]) => path.startsWith('tags.'))?.[1]}
          aside={`${form.tags.length} / 250`}
        >
          <Select
            mode="tags"
            aria-label={PRODUCT_FIELDS.tags.label}
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', '\n']}
            placeholder="输入后回车，可以一次粘贴多个，用逗号隔开"
            value={form.tags}
            onChange={(tags: string[]) => change({ tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') })}
          />
        </EditorField>
        <EditorField
          label={`${PRODUCT_FIELDS.note.label}（只有自己人看得到）`}
          field="note"
          sources={sources}
          wrong={errors['note']}
        >
          <Input.TextArea
            aria-label={PRODUCT_FIELDS.note.label}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={2000}
            value={form.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </EditorField>
      </div>
      <ProductFacts product={product} />
    </div>
  )
}

function Counter({ length, max, good }: { length: number; max: number; good?: number }): ReactNode {
  const hue = length > max ? 'over' : good !== undefined && length > good ? 'long' : 'fine'
  return (
    <span
      className={styles.counter}
      data-hue={hue}
      title={good === undefined ? undefined : `${good} 个字符以内在搜索结果里不会被截断`}
    >
      {length} / {max}
    </span>
  )
}

/** The present facts of the product: money, source, and each store with its links. */
function ProductFacts({ product }: { product: Product }): ReactNode {
  return (
    <aside className={styles.card}>
      <dl className={styles.facts}>
        <dt>售价</dt>
        <dd>
          <MoneyRange min={product.priceMin} max={product.priceMax} /> <MarginText percent={product.marginPercent} />
        </dd>
        <dt>{VARIANT_FIELDS.costMinor.label}</dt>
        <dd>
          <MoneyRange min={product.costMin} max={product.costMax} />
        </dd>
        <dt>{PRODUCT_FIELDS.offerId.label}</dt>
        <dd>
          <SourceMark product={product} />
          {product.offerId === null ? null : (
            <a href={`https://detail.1688.com/offer/${product.offerId}.html`} target="_blank" rel="noreferrer">
              在1688查看
            </a>
          )}{' '}
          <HealthMark health={product.sourceHealth} />
          {product.offerId === null || product.sourceHealth === 'normal' ? null : (
            <p className={styles.hint}>
              {SOURCE_HEALTH[product.sourceHealth].next}。
              <Link to={`/shop/product/radar?offer=${product.offerId}`}>查看变化并重新检查</Link>
            </p>
          )}
        </dd>
        <dt>{PRODUCT_FIELDS.ownerName.label}</dt>
        <dd>{product.ownerName ?? '–'}</dd>
        <dt>认领</dt>
        <dd>{formatTime(product.createdAt)}</dd>
      </dl>
      <h2 className={styles.small}>{PRODUCT_FIELDS.listings.label}</h2>
      {product.listings.length === 0 ? <p className={styles.hint}>还没有认领到店铺。</p> : null}
      <ul className={styles.listings}>
        {product.listings.map((listing) => (
          <li key={listing.storeId}>
            <div className={styles.listingLine}>
              <b>{listing.storeName}</b>
              {listing.outdated && listing.state === 'online' ? (
                <StateTag hue="attention" label="待更新" />
              ) : (
                <TableStateTag table={LISTING_STATES} code={listing.state} />
              )}
            </div>
            {listing.shopChanged?.length ? (
              <p className={styles.hint}>
                <StateTag hue="attention" label="店铺已改" /> {listing.shopChanged.join('、')}
                。以这里为准就预演同步并确认覆盖；以店铺为准就在这里改成一样。
              </p>
            ) : null}
            {listing.error ? <p className={styles.wrong}>{listing.error}</p> : null}
            <p className={styles.hint}>
              {listing.pushedAt === null ? '还没有推送过' : `上次推送 ${formatTime(listing.pushedAt)}`}
              {listing.storefrontUrl ? (
                <a href={listing.storefrontUrl} target="_blank" rel="noreferrer">
                  在店铺查看
                </a>
              ) : null}
              {listing.adminUrl ? (
                <a href={listing.adminUrl} target="_blank" rel="noreferrer">
                  店铺后台
                </a>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
