import { PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PlannedGroup } from '@huoqiao/contract/purchases/purchases.schema'
import { SUPPLIER_RATINGS } from '@huoqiao/contract/purchases/suppliers.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Slot } from '../../../lib/slots.tsx'
import { CountField } from '../../../ui/count-field.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { BoughtFor, OrderLink } from '../bought-for.tsx'
import { Minimum, Warnings } from '../minimum.tsx'
import { ADDRESS_PAGE } from '../purchase.addresses.ts'
import { MOST_BOUGHT, RATING_HUES } from '../purchase.words.ts'
import { yuan, yuanText } from '../../../lib/format.ts'
import styles from './create.module.css'
import type { HandItem } from './purchase-request.ts'
import { itemKey } from './purchase-request.ts'
import { isShort } from './short-lines.ts'

type PlanGroupProps = {
  group: PlannedGroup
  /** the suppliers of all groups of the plan */
  suppliers: readonly string[]
  items: readonly HandItem[]
  onItem: (item: HandItem) => void
}

/** One planned purchase order: a supplier, an account, an address. */
export function PlanGroup({ group, suppliers, items, onItem }: PlanGroupProps): ReactNode {
  const { supplier } = group
  const among = { suppliers }
  const first = group.lines.flatMap(({ orders }) => orders)[0]
  return (
    <article className={styles.group}>
      <header>
        <h3>{supplier.name}</h3>
        {supplier.rating === 'normal' ? null : (
          <StateTag hue={RATING_HUES[supplier.rating]} label={SUPPLIER_RATINGS[supplier.rating]} />
        )}
        <Slot name="supplier-badge" supplierId={supplier.id} among={among} />
        <small>
          {group.accountName || '未选账号'} →{' '}
          {group.addressName || <Link to={ADDRESS_PAGE}>还没有收货地址，去添加</Link>}
        </small>
        <span className={styles.total}>
          货款 <MoneyText amount={yuan(group.goodsMinor)} /> + 运费{' '}
          {group.freightMinor === null ? (
            <span title={group.freightNote}>未知</span>
          ) : (
            <MoneyText amount={yuan(group.freightMinor)} />
          )}{' '}
          = <MoneyText strong amount={yuan(group.goodsMinor + (group.freightMinor ?? 0))} />
        </span>
      </header>
      <Minimum minimum={group.minimum} quantity={group.quantity} goodsMinor={group.goodsMinor} />
      <Warnings warnings={group.warnings} minimum={group.minimum} />
      <Slot
        name="supplier-warning"
        supplierId={supplier.id}
        among={among}
        next={
          first ? (
            <span>
              要换货源：在 <OrderLink order={first} /> 里换这几行的货源
            </span>
          ) : (
            '可以换一个货源再买'
          )
        }
      />
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{PURCHASE_LINE_FIELDS.title.label}</th>
            <th>{PURCHASE_LINE_FIELDS.demand.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.need.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.extraNeed.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.quantity.label}</th>
            <th className="hq-num">{PURCHASE_LINE_FIELDS.unitPriceMinor.label}</th>
            <th className="hq-num">小计</th>
          </tr>
        </thead>
        <tbody>
          {group.lines.map((line) => (
            <PlanRow key={itemKey(line)} line={line} items={items} onItem={onItem} />
          ))}
        </tbody>
      </table>
    </article>
  )
}

type PlanRowProps = Pick<PlanGroupProps, 'items' | 'onItem'> & { line: PlannedGroup['lines'][number] }

function PlanRow({ line, items, onItem }: PlanRowProps): ReactNode {
  const own = items.find((item) => itemKey(item) === itemKey(line))
  const { formerPriceMinor: former, unitPriceMinor: unit } = line
  const isRisen = former !== null && unit !== null && unit > former
  return (
    <tr>
      <td>
        <span className={styles.goods}>
          <Picture src={line.image} alt="" size={32} />
          <span className={styles.clip} title={line.title}>
            {line.title}
            <small>{line.specText || '默认规格'}</small>
          </span>
        </span>
      </td>
      <td className={styles.who}>
        <BoughtFor orders={line.orders} count={line.orders.length} none="手工" />
      </td>
      <td className="hq-num">{line.need}</td>
      <td className="hq-num">
        <CountField
          label={`多买 ${line.title} ${line.specText}`}
          least={0}
          most={MOST_BOUGHT}
          style={{ width: 76 }}
          value={own?.quantity ?? 0}
          onChange={(value) =>
            onItem({
              offerId: line.offerId,
              skuId: line.skuId,
              specId: own ? own.specId : line.specId,
              quantity: value ?? 0,
              label: own?.label ?? `${line.title} ${line.specText}`,
            })
          }
        />
      </td>
      <td className="hq-num">
        <b>{line.quantity}</b>
        {line.batchNumber > 1 ? (
          <small className={styles.under}>{`${line.packs} 包 × ${line.batchNumber}`}</small>
        ) : null}
        {isShort(line) ? <small className={styles.risen}>货源有 {line.stock}</small> : null}
      </td>
      <td className="hq-num">
        <MoneyText amount={yuan(unit)} />
        {isRisen ? <small className={styles.risen}>原 {yuanText(former)}</small> : null}
      </td>
      <td className="hq-num">
        <MoneyText amount={yuan(line.amountMinor)} />
      </td>
    </tr>
  )
}
