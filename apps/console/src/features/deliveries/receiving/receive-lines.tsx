import { PARCEL_FIELDS, RECEIPT_FIELDS } from '@huoqiao/contract/deliveries/deliveries.fields'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { Input } from 'antd'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useState } from 'react'
import { useMay } from '../../../lib/permission.tsx'
import { CountField } from '../../../ui/count-field.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './bench.module.css'
import { DefectPhotos } from './defect-photos.tsx'
import { DemandCell } from './demand-cell.tsx'
import type { LinePhoto } from './line-photos.ts'
import type { Draft, LineDraft, ReceivingLine, ReceiveRequest } from './receive-draft.ts'
import { isPackingKnown, MOST_RECEIVED, spareOf } from './receive-draft.ts'
import ReallocateDialog from './reallocate.dialog.tsx'

type ReceiveLinesProps = {
  receiving: Receiving
  requests: readonly ReceiveRequest[]
  draft: Draft
  onDraft: Dispatch<SetStateAction<Draft>>
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
              typed={draft[line.lineId] ?? NOTHING}
              hasPacking={hasPacking}
              isClosed={isClosed}
              onType={(change) =>
                onDraft((now) => {
                  const mine = now[line.lineId] ?? NOTHING
                  return {
                    ...now,
                    [line.lineId]: { ...mine, ...(typeof change === 'function' ? change(mine) : change) },
                  }
                })
              }
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
  typed: LineDraft
  hasPacking: boolean
  isClosed: boolean
  /** what was typed, or a function that derives it from what was typed before */
  onType: (change: LineDraft | ((now: LineDraft) => LineDraft)) => void
  onMove: () => void
}

const NOTHING: LineDraft = {}
const NO_PHOTOS: readonly LinePhoto[] = []

function Line({ line, request, typed, hasPacking, isClosed, onType, onMove }: LineProps): ReactNode {
  const mayUpload = useMay('upload')
  const mayPlace = useMay('setSparePlaces')
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
      <td className="hq-num" data-label="已买">
        {line.quantity}
      </td>
      <td className="hq-num" data-label={PARCEL_FIELDS.received.label}>
        {line.received}
        {line.defects > 0 ? <small className={styles.ill}>不良 {line.defects}</small> : null}
      </td>
      <td className="hq-num" data-label="待收">
        <b>{line.rest}</b>
      </td>
      <td className="hq-num" data-label="已发" title={line.sent === null ? '1688没有说明发出了多少' : undefined}>
        {line.sent ?? '未知'}
      </td>
      {hasPacking ? (
        <td className="hq-num" data-label="箱内">
          {line.inParcel ?? '未知'}
        </td>
      ) : null}
      <td data-label={RECEIPT_FIELDS.quantity.label} data-typed>
        <CountField
          label={`实收 ${line.title} ${line.specText}`}
          className={styles.count ?? ''}
          inputMode="numeric"
          least={0}
          most={MOST_RECEIVED}
          disabled={isClosed}
          status={request.over > 0 || request.unsent > 0 ? 'warning' : ''}
          value={request.quantity}
          onFocus={(event) => event.target.select()}
          onChange={(quantity) => onType({ quantity: quantity ?? 0 })}
        />
        {request.over > 0 ? <small className={styles.over}>超收 {request.over}</small> : null}
        {request.unsent > 0 ? <small className={styles.over}>比1688显示的多 {request.unsent}</small> : null}
      </td>
      <td data-label={RECEIPT_FIELDS.defects.label} data-typed>
        <CountField
          label={`不良 ${line.title} ${line.specText}`}
          className={styles.count ?? ''}
          inputMode="numeric"
          least={0}
          most={MOST_RECEIVED}
          disabled={isClosed}
          value={request.defects}
          onFocus={(event) => event.target.select()}
          onChange={(defects) => onType({ defects: defects ?? 0 })}
        />
        {request.defects > 0 ? (
          <>
            <Input
              aria-label={`不良原因 ${line.title}`}
              className={styles.reason ?? ''}
              placeholder="不良原因"
              maxLength={200}
              status={request.defectReason === '' ? 'warning' : ''}
              value={typed.defectReason ?? ''}
              onChange={(event) => onType({ defectReason: event.target.value })}
            />
            {mayUpload ? (
              <DefectPhotos
                photos={typed.photos ?? NO_PHOTOS}
                of={line.title}
                onChange={(change) => onType((now) => ({ photos: change(now.photos ?? NO_PHOTOS) }))}
              />
            ) : null}
          </>
        ) : null}
      </td>
      <td data-label="给谁（售卖件）">
        <DemandCell line={line} onMove={onMove} />
        {mayPlace && !isClosed && spareOf(line) > 0 ? (
          <Input
            aria-label={`库位 ${line.title}`}
            className={styles.place ?? ''}
            prefix="余货放到"
            placeholder="库位"
            maxLength={60}
            value={typed.place ?? line.place}
            onChange={(event) => onType({ place: event.target.value })}
          />
        ) : null}
      </td>
    </tr>
  )
}
