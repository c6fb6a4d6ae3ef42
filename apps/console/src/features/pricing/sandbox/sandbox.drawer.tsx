import { PRICE_RULE_FIELDS } from '@huoqiao/contract/pricing/pricing.fields'
import type { WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { Checkbox, Drawer, Select } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { actInPieces, inPieces } from '../../../lib/in-pieces.ts'
import { call, invalidateLists, NO_RIGHT, toast, useAct, useMay, useRead } from '../../../lib/index.ts'
import { useReadsKept } from '../../../lib/use-reads-kept.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useDebouncedData } from '../../../lib/use-debounced.ts'
import { useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { askConfirm, askText, CanButton, EmptyState, FailureNote, TextSkeleton } from '../../../ui/index.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import { SandboxFields } from './sandbox-fields.tsx'
import { SandboxResult } from './sandbox-result.tsx'
import styles from './sandbox.module.css'
import { summed, togetherOf, untryable, whatIfOf } from './sandbox.rules.ts'

/**
 * 定价沙盘: tries other numbers on the chosen products before anything is written; then they can be saved as a rule, or the prices taken over.
 */
export default function SandboxDrawer({ products, onClose, onPreview }: SlotProps['pricing-sandbox']): ReactNode {
  const { stores, error } = useGetAllShopifyStores()
  const rules = useRead('queryPriceRules', {})
  const claimed = new Set(products.flatMap(({ storeIds }) => storeIds))
  const open = (stores ?? []).filter(({ id }) => claimed.has(id))
  const [chosen, choose] = useState<string>()
  const store = open.find(({ id }) => id === chosen) ?? open[0]
  const own = rules.data?.find(({ id }) => id === store?.priceRuleId)
  const [typed, type] = useState<{ storeId: string; rule: WhatIfRule; ruleId: string | undefined }>()
  const [manual, setManual] = useState(false)
  const currency = store?.currency ?? own?.currency
  const isTyped = typed?.storeId === store?.id
  const rule = isTyped ? typed?.rule : whatIfOf(own, currency)
  const ruleId = isTyped ? typed?.ruleId : own?.id
  return (
    <Drawer
      open
      size="min(1240px, 96vw)"
      title={`定价沙盘：${products.length} 个商品`}
      {...guardTyped(typed !== undefined)}
      onClose={onClose}
    >
      {error ? <FailureNote failure={error} /> : null}
      {rules.error ? <FailureNote failure={rules.error} /> : null}
      {stores && rules.data ? (
        store && rule ? (
          <div className={styles.split}>
            <div className={styles.side}>
              <label className={styles.field}>
                店铺
                <Select
                  aria-label="沙盘店铺"
                  value={store.id}
                  options={open.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={choose}
                />
              </label>
              <label className={styles.field}>
                从方案开始
                <Select
                  aria-label="从方案开始"
                  value={null}
                  placeholder={own ? `店铺现在用：${own.name}` : '店铺还没有定价规则'}
                  options={rules.data
                    .filter((one) => one.currency === currency)
                    .map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(id: string | null) => {
                    const from = rules.data?.find((one) => one.id === id)
                    if (from) type({ storeId: store.id, rule: whatIfOf(from, currency)!, ruleId: from.id })
                  }}
                />
              </label>
              <SandboxFields rule={rule} onChange={(next) => type({ storeId: store.id, rule: next, ruleId })} />
              <Checkbox checked={manual} onChange={(event) => setManual(event.target.checked)}>
                人工改过的价格也重算
              </Checkbox>
            </div>
            <Tried
              key={store.id}
              storeId={store.id}
              rule={rule}
              ruleId={ruleId}
              manual={manual}
              products={products}
              onKept={(kept) => type({ storeId: store.id, rule, ruleId: kept })}
              onDone={onPreview}
            />
          </div>
        ) : (
          <EmptyState text="选中的商品还没有认领到店铺，先认领再试算。" />
        )
      ) : (
        <TextSkeleton lines={8} />
      )}
    </Drawer>
  )
}

type TriedProps = Pick<SlotProps['pricing-sandbox'], 'products'> & {
  storeId: string
  rule: WhatIfRule
  ruleId: string | undefined
  manual: boolean
  /** called when the numbers were saved as a rule: prices taken over afterwards refer to it */
  onKept: (ruleId: string) => void
  onDone: () => void
}

/** Maximum number of products of one call (contract). */
const AT_ONCE = 500
const TOUCHED = ['products'] as const

function Tried({ storeId, rule, ruleId, manual, products, onKept, onDone }: TriedProps): ReactNode {
  const asked = useDebouncedData({ rule, manual })
  const why = untryable(asked.rule)
  const inputs = useMemo(() => {
    const pieces = untryable(asked.rule) === undefined ? inPieces(products, AT_ONCE) : []
    return pieces.map((piece) => ({ storeId, productIds: piece.map(({ id }) => id), ...asked }))
  }, [storeId, products, asked])
  const { data: answers, error, isPlaceholderData, refetch } = useReadsKept('tryPrices', inputs)
  const data = useMemo(() => togetherOf(answers ?? []), [answers])
  const add = useAct('addPriceRule')
  const mayAdd = useMay('addPriceRule')
  const mayModify = useMay('modifyProducts')
  const [isBusy, setBusy] = useState(false)
  const acts = useBulkActs(TOUCHED)
  // The shown result was calculated with former numbers, so it is not what would be written now.
  const isBehind = isPlaceholderData || JSON.stringify(asked) !== JSON.stringify({ rule, manual })
  const wrong = error
    ? '试算没有更新，请重试'
    : isBehind
      ? '还在试算，请稍候'
      : data && summed(data.rows).changed === 0
        ? '没有会变的价格'
        : undefined
  const submission = useSubmission(wrong, () => apply())
  if (why !== undefined) return <p className={styles.hint}>{why}</p>
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <TextSkeleton lines={8} />
  const sums = summed(data.rows)
  async function keep(): Promise<void> {
    await askText({
      title: '存为定价规则',
      label: PRICE_RULE_FIELDS.name.label,
      placeholder: '例如 旺季提价方案',
      maxLength: 64,
      async submit(name, close) {
        const done = await add.run({ ...rule, name })
        if (!done.ok) return
        close()
        onKept(done.data.id)
        toast.success(`已存为“${name}”，可在 连接与参数 里给店铺用上`)
      },
    })
  }
  /** Goes on with the dry run, unless no price was changed. */
  function leaveOutcome(): void {
    const isAny = (acts.reported?.outcome.succeeded ?? 0) > 0
    acts.forget()
    if (isAny) onDone()
  }
  async function apply(): Promise<void> {
    const isSure = await askConfirm({
      title: `把 ${sums.products} 个商品的 ${sums.changed} 个价格改过去？`,
      content: (
        <p>
          改的是“{data!.storeName}
          ”的价格，来源记为这个方案；和店铺现在的规则不同时，店铺的规则不自动改它们，在商品里点“价格按规则”可以交还；可以在商品历史里整批撤销。店铺里的价格要预演同步后才变。
          {sums.belowCost > 0 ? <b className={styles.bad}> 其中 {sums.belowCost} 个低于成本。</b> : null}
        </p>
      ),
      okText: '改价',
      danger: sums.belowCost > 0,
    })
    if (!isSure) return
    const rows = data!.rows.filter(({ changed }) => changed > 0)
    const change = { repriceBy: { storeId, ...asked, ...(ruleId === undefined ? {} : { ruleId }) } }
    setBusy(true)
    try {
      const outcome = await actInPieces(
        rows,
        AT_ONCE,
        ({ productId }) => productId,
        (piece) => call('modifyProducts', { items: piece.map(({ productId }) => ({ productId })), change }),
      )
      // Products that could not be changed are listed before the dry run replaces this drawer.
      if (outcome.failed > 0)
        acts.tell(
          '改价',
          outcome,
          rows.map(({ productId, title }) => ({ id: productId, name: title || '（还没有标题）' })),
        )
      else {
        toast.success(`已改 ${outcome.succeeded} 个商品的价格`)
        onDone()
      }
    } finally {
      setBusy(false)
      await invalidateLists(TOUCHED)
    }
  }
  return (
    <section className={styles.result} data-stale={isBehind} aria-label="试算结果">
      {error ? <FailureNote failure={error} onRetry={refetch} /> : null}
      <SandboxResult answer={data} />
      <footer className={styles.foot}>
        {data.elsewhere > 0 ? <span className={styles.hint}>{data.elsewhere} 个商品不在这家店铺，没有算。</span> : null}
        {submission.line}
        <CanButton allowed={mayAdd ? true : NO_RIGHT} loading={add.isPending} onClick={() => void keep()}>
          存为定价规则
        </CanButton>
        <CanButton type="primary" allowed={mayModify ? true : NO_RIGHT} loading={isBusy} onClick={submission.submit}>
          改价并预演（{sums.changed} 个价格）
        </CanButton>
      </footer>
      <ReportedOutcome acts={{ reported: acts.reported, forget: leaveOutcome }} />
    </section>
  )
}
