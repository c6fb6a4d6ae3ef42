import { PARCEL_FIELDS, RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Picture } from '../../../ui/picture.tsx'
import styles from './bench.module.css'
import { DemandCell } from './demand-cell.tsx'
import type { Draft, LineDraft, ReceivingLine, ReceiveRequest } from './receive-draft.ts'
import { isPackingKnown } from './receive-draft.ts'
import ReallocateDialog from './reallocate.dialog.tsx'

type ReceiveLinesProps = {
  receiving: Receiving
  requests: readonly ReceiveRequest[]
  draft: Draft
  onDraft: (draft: Draft) => void
}

/** What was bought, what was received, and fields for the goods to receive now. */
export function ReceiveLines({ receiving, requests, draft, onDraft }: ReceiveLinesProps): ReactNode {
  const [moving, move] = useState<string>()
  const hasPacking = isPackingKnown(receiving)
  const isClosed = receiving.can['receiveGoods'] !== true
  const moved = receiving.lines.find(({ lineId }) => lineId === moving)
  return (
    <div className={styles.scroll}>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th>{RECEIPT_FIELDS.title.label}</th>
            <th className="hq-num">已买</th>
            <th className="hq-num">{PARCEL_FIELDS.received.label}</th>
            <th className="hq-num">待收</th>
            <th className="hq-num">已发</th>
            {hasPacking ? <th className="hq-num">箱内</th> : null}
            <th>{RECEIPT_FIELDS.quantity.label}</th>
            <th>{RECEIPT_FIELDS.defects.label}</th>
            <th>给谁（售卖件）</th>
          </tr>
        </thead>
        <tbody>
          {receiving.lines.map((line, at) => (
            <Line
              key={line.lineId}
              line={line}
              request={requests[at]!}
              hasPacking={hasPacking}
              isClosed={isClosed}
              onType={(typed) => onDraft({ ...draft, [line.lineId]: { ...draft[line.lineId], ...typed } })}
              onMove={() => move(line.lineId)}
            />
          ))}
        </tbody>
      </table>
      {moved ? <ReallocateDialog line={moved} onClose={() => move(undefined)} /> : null}
    </div>
  )
}

type LineProps = {
  line: ReceivingLine
  request: ReceiveRequest
  hasPacking: boolean
  isClosed: boolean
  onType: (typed: LineDraft) => void
  onMove: () => void
}

const MOST = 10_000_000

function Line({ line, request, hasPacking, isClosed, onType, onMove }: LineProps): ReactNode {
  return (
    <tr data-done={line.rest === 0} data-line={line.lineId}>
      <td>
        <div className={styles.goods}>
          <Picture src={line.image} alt="" size={44} />
          <span>
            <span className={styles.title} title={line.title}>
              {line.title}
            </span>
            <small>{line.specText || '无规格'}</small>
          </span>
        </div>
      </td>
      <td className="hq-num">{line.quantity}</td>
      <td className="hq-num">
        {line.received}
        {line.defects > 0 ? <small className={styles.ill}>不良 {line.defects}</small> : null}
      </td>
      <td className="hq-num">
        <b>{line.rest}</b>
      </td>
      <td className="hq-num" title={line.sent === null ? '1688没有说明发出了多少' : undefined}>
        {line.sent ?? '未知'}
      </td>
      {hasPacking ? <td className="hq-num">{line.inParcel ?? '未知'}</td> : null}
      <td>
        <InputNumber
          aria-label={`实收 ${line.title} ${line.specText}`}
          className={styles.count ?? ''}
          min={0}
          max={MOST}
          precision={0}
          disabled={isClosed}
          status={request.over > 0 || request.unsent > 0 ? 'warning' : ''}
          value={request.quantity}
          onFocus={(event) => event.target.select()}
          onChange={(quantity) => onType({ quantity: quantity ?? 0 })}
        />
        {request.over > 0 ? <small className={styles.over}>超收 {request.over}</small> : null}
        {request.unsent > 0 ? <small className={styles.over}>没有显示发出 {request.unsent}</small> : null}
      </td>
      <td>
        <InputNumber
          aria-label={`不良 ${line.title} ${line.specText}`}
          className={styles.count ?? ''}
          min={0}
          max={MOST}
          precision={0}
          disabled={isClosed}
          value={request.defects}
          onFocus={(event) => event.target.select()}
          onChange={(defects) => onType({ defects: defects ?? 0 })}
        />
        {request.defects > 0 ? (
          <Input
            aria-label={`不良原因 ${line.title}`}
            className={styles.reason ?? ''}
            placeholder="不良原因"
            maxLength={200}
            status={request.defectReason === '' ? 'warning' : ''}
            onChange={(event) => onType({ defectReason: event.target.value })}
          />
        ) : null}
      </td>
      <td>
        <DemandCell line={line} onMove={onMove} />
      </td>
    </tr>
  )
}
