import { SPARE_FIELDS } from '@huoqiao/contract/purchases/spares.fields'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime, yuan } from '../../../lib/format.ts'
import type { AllowedOf } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { offerAddress, purchaseAddress } from '../purchase.addresses.ts'
import styles from './spares.module.css'

export type SpareStep = 'countSpare' | 'writeOffSpare' | 'setSparePlaces' | 'getSpareHistory'

const DAY_MS = 86_400_000

type ColumnDeps = {
  allowed: AllowedOf
  mayPlace: boolean
  now: number
  open: (step: SpareStep, line: SpareLine) => void
}

export function columnsOf({ allowed, mayPlace, now, open }: ColumnDeps): TableColumnsType<SpareLine> {
  return [
    ...fieldColumns<SpareLine, typeof SPARE_FIELDS>(SPARE_FIELDS, {
      title: {
        ellipsis: true,
        render: (_, { image, title, specText, offerId }) => (
          <span className={styles.goods}>
            <Picture src={image} alt="" size={36} />
            <span className={styles.clip}>
              <Link to={offerAddress(offerId)} title={title}>
                {title}
              </Link>
              <small title={specText}>{specText || '默认规格'}</small>
            </span>
          </span>
        ),
      },
      place: {
        width: 96,
        ellipsis: true,
        render: (_, line) =>
          mayPlace ? (
            <Button
              type="link"
              size="small"
              className={styles.place}
              aria-label={`${line.place ? `库位 ${line.place}` : '设置库位'}：${line.title} ${line.specText}`}
              title={line.place}
              onClick={() => open('setSparePlaces', line)}
            >
              {line.place || '设置'}
            </Button>
          ) : (
            line.place || '没有'
          ),
      },
      spare: {
        width: 60,
        render: (_, { spare, batchNumber }) => (
          <span className={styles.count}>
            <b>{spare}</b>
            {batchNumber > 1 ? <small>每包 {batchNumber}</small> : null}
          </span>
        ),
      },
      here: { title: '货在哪里', width: 84, align: 'left', render: (_, line) => <Whereabouts line={line} /> },
      receivedAt: { title: '在库天数', width: 78, render: (_, line) => <Age line={line} now={now} /> },
      costMinor: {
        width: 92,
        render: (_, { costMinor }) => (costMinor === null ? '未知' : <MoneyText amount={yuan(costMinor)} />),
      },
      used: {
        width: 54,
        render: (_, { used, covers }) => (
          <span className={styles.count}>
            {used}
            {covers.length > 0 ? <small>{new Set(covers.map(({ orderId }) => orderId)).size} 单</small> : null}
          </span>
        ),
      },
      gone: { width: 54 },
      quantity: { width: 54 },
      purchaseNumber: {
        width: 140,
        ellipsis: true,
        render: (_, { purchaseId, purchaseNumber, supplierName }) => (
          <span className={styles.clip}>
            <Link to={purchaseAddress(purchaseId)}>{purchaseNumber}</Link>
            <small title={supplierName}>{supplierName}</small>
          </span>
        ),
      },
      // Shown in other cells.
      specText: null,
      image: null,
      supplierName: null,
      arrived: null,
      batchNumber: null,
      covers: null,
      offerId: null,
      purchaseId: null,
      // Shown in the purchase, or ids that only programs need.
      purchaseState: null,
      received: null,
      createdAt: null,
      skuId: null,
      specId: null,
    }),
    {
      key: 'actions',
      title: '',
      width: 168,
      fixed: 'right',
      render: (_, line) => (
        <span className={styles.actions}>
          <CanButton
            size="small"
            allowed={allowed(line, 'countSpare')}
            aria-label={`盘点 ${line.title} ${line.specText}`}
            onClick={() => open('countSpare', line)}
          >
            盘点
          </CanButton>
          <CanButton
            size="small"
            allowed={allowed(line, 'writeOffSpare')}
            aria-label={`报损 ${line.title} ${line.specText}`}
            onClick={() => open('writeOffSpare', line)}
          >
            报损
          </CanButton>
          <CanButton
            size="small"
            allowed={allowed(line, 'getSpareHistory')}
            aria-label={`记录 ${line.title} ${line.specText}`}
            onClick={() => open('getSpareHistory', line)}
          >
            记录
          </CanButton>
        </span>
      ),
    },
  ]
}

function Whereabouts({ line: { spare, here } }: { line: SpareLine }): ReactNode {
  if (spare === 0) return '–'
  if (here === spare) return <StateTag bare hue="done" label="在库" />
  if (here === 0) return <StateTag bare hue="moving" label="在途" />
  return (
    <span className={styles.count}>
      <StateTag bare hue="done" label={`在库 ${here}`} />
      <StateTag bare hue="moving" label={`在途 ${spare - here}`} />
    </span>
  )
}

/** How long the goods have been here, since their last arrival. */
function Age({ line: { receivedAt, spare }, now }: { line: SpareLine; now: number }): ReactNode {
  if (spare === 0) return '–'
  if (receivedAt === null) return '在途'
  return <span title={`到货 ${formatTime(receivedAt)}`}>{Math.max(0, Math.floor((now - receivedAt) / DAY_MS))} 天</span>
}
