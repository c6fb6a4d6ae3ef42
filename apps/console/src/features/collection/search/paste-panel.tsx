import type { Hue } from '@huoqiao/contract/states'
import { Button, Drawer, Input } from 'antd'
import type { ReactNode } from 'react'
import { useDeferredValue, useMemo, useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { usePreference } from '../../../lib/index.ts'
import { StoresChoice } from '../../../pickers/store-picker.tsx'
import { EmptyState, FailureNote, StateTag } from '../../../ui/index.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import { useClaiming, useClaimStores } from '../claim/claiming.ts'
import { FollowedOutcome, useSentRows } from '../claim/followed-outcome.tsx'
import type { LinePreview, PreviewKind } from './offer-lines.rules.ts'
import { MAX_LINES, previewLines } from './offer-lines.rules.ts'
import styles from './paste-panel.module.css'

const KINDS: Readonly<Record<PreviewKind, { label: string; hue: Hue }>> = {
  offer: { label: '可认领', hue: 'done' },
  'short-link': { label: '短链接', hue: 'moving' },
  repeated: { label: '重复', hue: 'waiting' },
  'not-1688': { label: '不是1688', hue: 'failed' },
  unreadable: { label: '没认出', hue: 'failed' },
}
const USABLE: ReadonlySet<PreviewKind> = new Set(['offer', 'short-link'])

type PastePanelProps = { initial: string; onClose: () => void }

/** 认领链接: many pasted links at once, with the state of each line before and after they are sent. */
export default function PastePanel({ initial, onClose }: PastePanelProps): ReactNode {
  // Pasted text that was not sent yet is kept when the panel is closed or the page is reloaded.
  const [draft, keepDraft] = usePreference('collection:paste-draft', '')
  const [text, setText] = useState(initial === '' ? draft : initial)
  const { storeIds, choose } = useClaimStores()
  const claiming = useClaiming()
  const { sent } = claiming
  const { rows, titles } = useSentRows(sent)
  const previews = useMemo(() => previewLines(text), [text])
  const usable = previews.filter(({ kind }) => USABLE.has(kind)).map((one) => one.text)
  const isOver = previews.length > MAX_LINES

  function write(next: string): void {
    setText(next)
    keepDraft(next)
  }
  // Lines that could not be sent or failed are kept for another try; a repeated line adds nothing.
  const left = [
    ...previews.filter(({ kind }) => kind === 'not-1688' || kind === 'unreadable').map((one) => one.text),
    ...rows.filter(({ ok }) => !ok).map(({ key }) => sent!.lines[Number(key)]!.line),
  ]
  function again(): void {
    write(left.join('\n'))
    claiming.reset()
  }
  function close(): void {
    if (sent) keepDraft(left.join('\n'))
    onClose()
  }
  const wrong =
    previews.length === 0
      ? '请粘贴链接或编号'
      : usable.length === 0
        ? '没有认出可以采集的链接或编号'
        : isOver
          ? `共 ${previews.length} 条，一次最多 ${MAX_LINES} 条，请分批提交`
          : undefined
  const collecting = useSubmission(wrong, () => claiming.collect(usable))
  const claim = useSubmission(wrong ?? (storeIds.length === 0 ? '请选择认领到哪些店铺' : undefined), () =>
    claiming.claim({ lines: usable, collectIds: [], storeIds }),
  )
  return (
    <Drawer
      open
      size={880}
      title="认领链接"
      onClose={close}
      footer={
        sent ? (
          <div className={styles.foot}>
            <Button onClick={again}>{left.length > 0 ? `修改没有成功的 ${left.length} 条` : '再认领一批'}</Button>
            <Button type="primary" onClick={close}>
              完成
            </Button>
          </div>
        ) : (
          <div className={styles.foot}>
            <span className={styles.stores}>
              <StoresChoice value={storeIds} onChange={choose} placeholder="认领到哪些店铺" />
            </span>
            {claim.line ?? collecting.line}
            <Button loading={claiming.isSending && storeIds.length === 0} onClick={collecting.submit}>
              只采集
            </Button>
            <Button type="primary" loading={claiming.isSending} onClick={claim.submit}>
              认领 {usable.length} 条
            </Button>
          </div>
        )
      }
    >
      {claiming.failure ? <FailureNote failure={claiming.failure} /> : null}
      {sent ? (
        <FollowedOutcome
          sent={sent}
          rows={rows}
          titleOf={(row) => titles.get(row.offerId ?? '') ?? sent.lines[Number(row.key)]?.line ?? row.key}
        />
      ) : (
        <div className={styles.split}>
          <Input.TextArea
            ref={firstFocus}
            className={styles.text ?? ''}
            value={text}
            aria-label="每行一个链接或编号"
            placeholder={
              '每行一个，链接、编号、分享文字都可以：\nhttps://detail.1688.com/offer/570405281102.html\n1065540805971\n【1688】…… https://qr.1688.com/s/…'
            }
            onChange={(event) => write(event.target.value)}
          />
          <Preview previews={previews} isOver={isOver} usable={usable.length} />
        </div>
      )}
    </Drawer>
  )
}

type PreviewProps = { previews: readonly LinePreview[]; isOver: boolean; usable: number }

/** Rendered with a delay after typing, because up to five hundred lines are parsed with every key. */
function Preview({ previews, isOver, usable }: PreviewProps): ReactNode {
  const shown = useDeferredValue(previews)
  if (shown.length === 0) return <EmptyState text="粘贴后，这里逐条显示认出了什么。" />
  return (
    <div className={styles.preview}>
      <p className={styles.sum} data-over={isOver} aria-live="polite">
        {isOver
          ? `共 ${previews.length} 条，一次最多 ${MAX_LINES} 条，请分批提交`
          : `共 ${previews.length} 条，其中 ${usable} 条会提交`}
      </p>
      <ol className={styles.lines}>
        {shown.slice(0, MAX_LINES).map((line, at) => (
          <li key={line.key} data-usable={USABLE.has(line.kind)}>
            <span className={styles.number}>{at + 1}</span>
            <span className={styles.line}>
              <span className={styles.what} title={line.text}>
                {line.offerId ?? line.text}
              </span>
              <span className={styles.note}>{line.note}</span>
            </span>
            <StateTag {...KINDS[line.kind]} bare />
          </li>
        ))}
      </ol>
    </div>
  )
}
