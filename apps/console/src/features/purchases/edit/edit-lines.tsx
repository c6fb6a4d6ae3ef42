import { PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { CountField } from '../../../ui/count-field.tsx'
import { LineGoods } from '../detail/lines.tsx'
import { lacks, MOST_BOUGHT } from '../purchase.words.ts'
import type { EditDraft } from './edit-draft.ts'
import { quantityOf, reasonOf } from './edit-draft.ts'
import styles from './edit.module.css'

type EditLinesProps = { opened: PurchaseDetail; draft: EditDraft; onChange: (values: Partial<EditDraft>) => void }
type LineProps = EditLinesProps & { line: PurchaseDetail['lines'][number] }

export function EditLines(props: EditLinesProps): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{PURCHASE_LINE_FIELDS.title.label}</th>
          <th className="hq-num" style={{ width: 80 }}>
            {PURCHASE_LINE_FIELDS.need.label}
          </th>
          <th style={{ width: 110 }}>{PURCHASE_LINE_FIELDS.quantity.label}</th>
          <th style={{ width: 220 }}>{PURCHASE_LINE_FIELDS.shortReason.label}</th>
          <th style={{ width: 80 }} />
        </tr>
      </thead>
      <tbody>
        {props.opened.lines.map((line) => (
          <EditLine key={line.id} line={line} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function EditLine({ opened, line, draft, onChange }: LineProps): ReactNode {
  const isRemoved = draft.removed.includes(line.id)
  const quantity = quantityOf(draft, line)
  const others = draft.removed.filter((id) => id !== line.id)
  return (
    <tr className={isRemoved ? styles.removed : undefined}>
      <td>
        <LineGoods line={line} />
      </td>
      <td className="hq-num">
        {line.need}
        {lacks(line.sourceStock, quantity) ? <small className={styles.short}>货源有 {line.sourceStock}</small> : null}
      </td>
      <td>
        <CountField
          label={`采购数量 ${line.title} ${line.specText}`}
          least={0}
          most={MOST_BOUGHT}
          step={line.batchNumber}
          disabled={isRemoved}
          value={quantity}
          onChange={(value) => onChange({ quantities: { ...draft.quantities, [line.id]: value ?? 0 } })}
        />
        {line.batchNumber > 1 ? <small>每包 {line.batchNumber} 件</small> : null}
      </td>
      <td>
        {quantity < line.need || line.shortReason ? (
          <Input
            aria-label={`少买的原因 ${line.title}`}
            placeholder="比需要的少，请写原因"
            maxLength={200}
            disabled={isRemoved}
            value={reasonOf(draft, line)}
            onChange={(event) => onChange({ reasons: { ...draft.reasons, [line.id]: event.target.value } })}
          />
        ) : null}
      </td>
      <td>
        {opened.origin === 'merge' ? null : (
          <Button
            type="link"
            danger={!isRemoved}
            onClick={() => onChange({ removed: isRemoved ? others : [...others, line.id] })}
          >
            {isRemoved ? '恢复' : '移除'}
          </Button>
        )}
      </td>
    </tr>
  )
}
