import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { toast } from '../../../lib/client.ts'
import { Slot } from '../../../lib/slots.tsx'
import { useGetOffer } from '../../../pickers/use-get-offer.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { formatCount, yuan } from '../../../lib/format.ts'
import styles from './create.module.css'
import { MOST_BOUGHT } from '../purchase.words.ts'
import type { HandItem } from './purchase-request.ts'
import { itemKey } from './purchase-request.ts'

type HandPickerProps = {
  /** initially unfolded */
  isOpen: boolean
  items: readonly HandItem[]
  onItem: (item: HandItem) => void
}

/** The offer id in a 1688 link, or given as digits. */
const offerIdIn = (typed: string): string | undefined =>
  /^(?:https?:\/\/\S*\/offer\/)?(\d{6,19})(?:\.html\S*)?$/.exec(typed.trim())?.[1]

const NOT_AN_OFFER = '要1688商品页的链接，或6到19位的商品编号'

/** SKUs added by hand: an offer by link or number, then the quantities of its SKUs. */
export function HandPicker({ isOpen: startsOpen, items, onItem }: HandPickerProps): ReactNode {
  const [isOpen, open] = useState(startsOpen)
  const [typed, setTyped] = useState('')
  const [offerId, setOffer] = useState<string>()
  const wrong = typed !== '' && offerIdIn(typed) === undefined
  if (!isOpen) {
    return (
      <div>
        <Button type="dashed" onClick={() => open(true)}>
          另加商品
        </Button>
      </div>
    )
  }
  return (
    <section className={styles.section} aria-label="手工添加商品">
      <div className={styles.hand}>
        <Input.Search
          aria-label="1688链接或商品编号"
          placeholder="粘贴1688链接或商品编号，回车"
          enterButton="取规格"
          style={{ width: 420 }}
          maxLength={300}
          value={typed}
          {...(wrong ? { status: 'error' as const } : {})}
          onChange={(event) => setTyped(event.target.value)}
          onSearch={() => {
            setOffer(offerIdIn(typed))
            if (wrong) toast.error(NOT_AN_OFFER)
          }}
        />
        {wrong ? <span className={styles.hint}>{NOT_AN_OFFER}</span> : null}
      </div>
      {offerId ? <OfferSkus offerId={offerId} items={items} onItem={onItem} /> : null}
    </section>
  )
}

type OfferSkusProps = Pick<HandPickerProps, 'items' | 'onItem'> & { offerId: string }

function OfferSkus({ offerId, items, onItem }: OfferSkusProps): ReactNode {
  const { data, error, refetch } = useGetOffer(offerId)
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <RowSkeletons count={3} />
  const choices: readonly Choice[] =
    data.skus.length > 0
      ? data.skus.map((sku) => ({ ...sku, name: sku.values.join(' / ') || '默认规格' }))
      : [{ skuId: null, name: '不分规格', image: data.image, priceMinor: data.priceMinor, stock: null }]
  return (
    <div className={styles.offer}>
      <a href={data.url} target="_blank" rel="noreferrer">
        {data.title}
      </a>
      <span className={styles.hint}>
        {data.supplierName ?? '供应商未知'}
        {data.minOrderQuantity === null ? '' : ` · ${formatCount(data.minOrderQuantity)} 件起批`}
      </span>
      <Slot name="supplier-badge" offerId={offerId} among={{ offers: [offerId] }} />
      <Slot name="supplier-warning" offerId={offerId} among={{ offers: [offerId] }} />
      <ul className={styles.skus}>
        {choices.map((choice) => (
          <SkuRow key={choice.skuId ?? ''} offer={data} choice={choice} items={items} onItem={onItem} />
        ))}
      </ul>
    </div>
  )
}

type Choice = {
  skuId: string | null
  name: string
  image: string | null
  priceMinor: number | null
  stock: number | null
}
type SkuRowProps = Pick<HandPickerProps, 'items' | 'onItem'> & { offer: CallOutput<'getOffer'>; choice: Choice }

function SkuRow({ offer, choice, items, onItem }: SkuRowProps): ReactNode {
  const item = { offerId: offer.offerId, skuId: choice.skuId, specId: null }
  const own = items.find((one) => itemKey(one) === itemKey(item))
  return (
    <li>
      <Picture src={choice.image} alt="" size={28} />
      <span className={styles.clip} title={choice.name}>
        {choice.name}
      </span>
      <MoneyText amount={yuan(choice.priceMinor)} />
      <span className={styles.hint}>{choice.stock === null ? '' : `库存 ${choice.stock}`}</span>
      <CountField
        label={`买多少 ${choice.name}`}
        least={0}
        most={MOST_BOUGHT}
        placeholder="0"
        value={own?.quantity ?? null}
        onChange={(value) => onItem({ ...item, quantity: value ?? 0, label: `${offer.title} ${choice.name}` })}
      />
    </li>
  )
}
