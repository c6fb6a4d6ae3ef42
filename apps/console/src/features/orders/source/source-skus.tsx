import { ArrowLeftOutlined } from '@ant-design/icons'
import type { Offer } from '@huoqiao/contract/collection/collection.schema'
import { OFFER_SKU_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Slot } from '../../../lib/slots.tsx'
import { useGetOffer } from '../../../pickers/use-get-offer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './source.module.css'

type Sku = Offer['skus'][number]
/** `skuId` null: the offer has no SKUs. `title` and `spec` are the names to show for the choice. */
export type ChosenSku = {
  skuId: string | null
  specId: string | null
  unitCostMinor: number | null
  title?: string
  spec?: string
}

const columns = fieldColumns<Sku, typeof OFFER_SKU_FIELDS>(OFFER_SKU_FIELDS, {
  skuId: null,
  image: {
    title: '',
    width: 48,
    render: (_, { image, values }) => <Picture src={image} alt={values.join(' ')} size={32} />,
  },
  values: {
    render: (_, sku) => (
      <span className={styles.values}>
        {sku.values.join(' / ') || '默认规格'}
        <small>{sku.valuesTrans.join(' / ')}</small>
      </span>
    ),
  },
  valuesTrans: null,
  priceMinor: { width: 96 },
  stock: {
    width: 88,
    render: (_, { stock }) => (stock === 0 ? <span className={styles.out}>缺货</span> : formatCount(stock)),
  },
  weightGrams: null,
})

type SourceSkusProps = {
  offerId: string
  chosen: ChosenSku | undefined
  onChoose: (sku: ChosenSku | undefined) => void
  onBack: () => void
}

/** The SKUs of the chosen offer with their present picture, price and stock. */
export function SourceSkus({ offerId, chosen, onChoose, onBack }: SourceSkusProps): ReactNode {
  const { data, error, refetch } = useGetOffer(offerId)
  const isPlain = data?.skus.length === 0
  const title = data?.title
  const plainPrice = data?.tiers[0]?.priceMinor ?? data?.priceMinor ?? null
  useEffect(() => {
    if (isPlain && !chosen)
      onChoose({ skuId: null, specId: null, unitCostMinor: plainPrice, title: title ?? '', spec: '不分规格' })
  }, [isPlain, chosen, plainPrice, title, onChoose])
  const back = (
    <Button type="link" icon={<ArrowLeftOutlined />} onClick={onBack}>
      换一个货源
    </Button>
  )
  if (error && !data) {
    return (
      <div>
        {back}
        <FailureNote failure={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <RowSkeletons count={4} />
  const take = ({ skuId, priceMinor, values }: Sku): void =>
    onChoose({
      skuId,
      specId: null,
      unitCostMinor: priceMinor ?? plainPrice,
      title: data.title,
      spec: values.join(' / ') || '默认规格',
    })
  return (
    <div className={styles.skus}>
      <div className={styles.offerHead}>
        <Picture src={data.image} alt="" size={44} />
        <span className={styles.offerText}>
          <a href={data.url} target="_blank" rel="noreferrer" title="在1688打开">
            {data.title}
          </a>
          <small>
            {data.supplierName ?? '供应商未知'}
            {data.minOrderQuantity === null ? '' : ` · ${formatCount(data.minOrderQuantity)} 件起批`}
          </small>
          <Slot name="supplier-warning" offerId={offerId} among={{ offers: [offerId] }} />
        </span>
        <Slot name="supplier-badge" offerId={offerId} among={{ offers: [offerId] }} />
        {back}
      </div>
      {isPlain ? (
        <p className={styles.hint}>
          这个货源不分规格，单价{' '}
          <MoneyText amount={plainPrice === null ? null : { minor: plainPrice, currency: 'CNY' }} />
        </p>
      ) : (
        <Table<Sku>
          rowKey="skuId"
          size="small"
          pagination={false}
          scroll={{ y: 260 }}
          dataSource={data.skus}
          columns={columns}
          onRow={(sku) => ({ onClick: () => take(sku) })}
          rowSelection={{
            type: 'radio',
            selectedRowKeys: chosen?.skuId ? [chosen.skuId] : [],
            onSelect: take,
            getCheckboxProps: (sku) => ({ 'aria-label': `选规格 ${sku.values.join(' ')}` }),
          }}
        />
      )}
    </div>
  )
}
