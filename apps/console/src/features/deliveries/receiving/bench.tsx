import { CameraOutlined, ScanOutlined } from '@ant-design/icons'
import type { InputRef } from 'antd'
import { Button, Input } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { isTyping } from '../../../lib/page-keys.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import type { SectionHead } from '../../../ui/section-page.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { ReceiptTable } from '../receipts/receipt-table.tsx'
import type { DeliveryActs } from '../use-delivery-acts.tsx'
import { useDeliveryActs } from '../use-delivery-acts.tsx'
import styles from './bench.module.css'
import { keepConsoleOffline } from './outbox/offline-console.ts'
import { OutboxPanel } from './outbox/outbox-panel.tsx'
import { useGetReceiving } from './outbox/use-get-receiving.ts'
import { ReceivingCard } from './receiving-card.tsx'

const CameraDialog = lazy(() => import('./camera/camera.dialog.tsx'))

/** 收货台: scan the code of a parcel, count, press Enter, scan the next. */
export default function Bench({ head }: { head: SectionHead }): ReactNode {
  const [code, setCode] = useAddressField('code')
  const [typed, setTyped] = useState('')
  // Each scan starts a new form, also when the same code is scanned again.
  const [scans, setScans] = useState(0)
  const [isCamera, setCamera] = useState(false)
  const scan = useRef<InputRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const acts = useDeliveryActs()
  const { found, isEarlier, error, refetch } = useGetReceiving(code)
  useEffect(() => scan.current?.focus(), [])
  useEffect(() => void keepConsoleOffline(), [])
  useScannerKeys(scan)

  /** The next scan replaces the text of the last one. */
  function ready(): void {
    setTyped('')
    scan.current?.focus()
  }
  function enter(): void {
    const next = typed.replaceAll(/\s/g, '')
    // A scanner sends Enter itself, so scanning the same parcel twice must only search twice and receive nothing; Enter in the empty field
    // receives.
    if (next === '') box.current?.querySelector<HTMLFormElement>('form[data-ready="true"]')?.requestSubmit()
    else open(next)
    ready()
  }
  function open(next: string): void {
    setScans(scans + 1)
    if (next === code) refetch()
    else setCode(next)
  }
  return (
    <ListPage {...head}>
      <div className={styles.bench} ref={box}>
        <div className={styles.scan}>
          <Input
            ref={scan}
            data-hq-search
            size="large"
            allowClear
            prefix={<ScanOutlined />}
            aria-label="扫描运单号、采购单号或1688订单号"
            placeholder="扫描或粘贴：运单号、采购单号、1688订单号"
            value={typed}
            maxLength={64}
            enterKeyHint="search"
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={enter}
          />
          <Button size="large" type="primary" onClick={enter}>
            {typed.trim() === '' && found && found.length > 0 ? '收货' : '查询'}
          </Button>
          <Button
            size="large"
            icon={<CameraOutlined />}
            className={styles.camera ?? ''}
            onClick={() => setCamera(true)}
          >
            扫码
          </Button>
          <span className={styles.says}>回车查询；数量不用改时，再按一次回车就收货，然后扫下一个。</span>
        </div>
        <OutboxPanel onOpen={open} />
        {error ? <FailureNote failure={error} onRetry={refetch} /> : null}
        {isEarlier && found && found.length > 0 ? (
          <p className={styles.earlier} role="status">
            连不上服务器：显示的是以前读到的内容，减去了待发送的收货。可以照常点数、确认。
            <Button onClick={refetch}>重试</Button>
          </p>
        ) : null}
        {code === undefined ? (
          <LastReceipts acts={acts} />
        ) : found ? (
          found.length === 0 ? (
            <NotFound code={code} isEarlier={isEarlier} onRetry={refetch} />
          ) : (
            found.map((receiving) => (
              <ReceivingCard
                key={`${receiving.purchaseId}:${receiving.parcelId ?? ''}:${scans}`}
                receiving={receiving}
                code={code}
                acts={acts}
                onDone={ready}
              />
            ))
          )
        ) : error ? null : (
          <RowSkeletons count={6} />
        )}
      </div>
      <ReportedOutcome acts={acts} />
      {isCamera ? (
        <Suspense fallback={null}>
          <CameraDialog
            onScan={(scanned) => {
              setCamera(false)
              open(scanned)
            }}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

type NotFoundProps = { code: string; isEarlier: boolean; onRetry: () => void }

function NotFound({ code, isEarlier, onRetry }: NotFoundProps): ReactNode {
  if (isEarlier)
    return (
      <EmptyState
        text={`连不上服务器，而 ${code} 没有在这台设备上打开过，所以现在打不开。先收以前打开过的包裹，联网后再扫这一个。`}
        action={<Button onClick={onRetry}>重试</Button>}
      />
    )
  return (
    <EmptyState
      text={`没有找到 ${code}。运单号要等1688发货后才知道；可以改用采购单号或1688订单号，或先到采购单里刷新物流。`}
    />
  )
}

/** A hand scanner types its code wherever the focus is: outside of a field it goes into the scan field. */
function useScannerKeys(scan: RefObject<InputRef | null>): void {
  useEffect(() => {
    const hear = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || !/^[A-Za-z0-9]$/.test(key)) return
      if (isTyping(target) || document.querySelector('[role="dialog"]')) return
      scan.current?.focus()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [scan])
}

const SHOWN = 10

/** Before the first scan: the last receipts, as a starting point. */
function LastReceipts({ acts }: { acts: DeliveryActs }): ReactNode {
  const isAllowed = useMay('getReceipts')
  const { data } = useRead('getReceipts', { page: 1, pageSize: SHOWN }, { enabled: isAllowed })
  if (!data || data.list.length === 0)
    return <EmptyState text="扫描包裹上的运单号，这里会列出里面的商品、该收多少、分给哪些订单。" />
  return (
    <section className={styles.section} aria-label="最近收货">
      <h2>最近收货</h2>
      <ReceiptTable rows={data.list} acts={acts} />
    </section>
  )
}
