import { PURCHASE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { PlannedGroup } from '@huoqiao/contract/purchases/purchases.schema'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { PhraseMenu } from '../../../pickers/phrase-menu.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import { yuan } from '../../../lib/format.ts'
import styles from './create.module.css'

type Texts = { message: string; note: string }
type CreateFootProps = {
  groups: readonly PlannedGroup[]
  /** number of order lines that use spare pieces */
  covered: number
  /** the first number that cannot be bought */
  wrong: string | undefined
  /** the shown plan is that of the present request */
  isReady: boolean
  isBusy: boolean
  texts: Texts
  onTexts: (texts: Texts) => void
  onCreate: () => void
  onClose: () => void
}

/** What will be created, in numbers, and the button that creates it. It stays visible while the plan scrolls. */
export function CreateFoot(props: CreateFootProps): ReactNode {
  const { groups, covered, wrong, isReady, isBusy, texts, onTexts, onCreate, onClose } = props
  const may = useMay('createPurchaseOrder')
  const goods = groups.reduce((sum, group) => sum + group.goodsMinor, 0)
  const freight = groups.reduce((sum, group) => sum + (group.freightMinor ?? 0), 0)
  const submission = useSubmission(
    wrong ?? (groups.length + covered === 0 ? '还没有可以采购的商品' : undefined),
    onCreate,
  )
  const allowed = !may ? NO_RIGHT : wrong === undefined && groups.length + covered > 0 && !isReady ? '正在计算' : true
  return (
    <footer className={styles.foot}>
      <Input
        aria-label={PURCHASE_FIELDS.message.label}
        placeholder="给卖家的留言（可不填）"
        maxLength={500}
        value={texts.message}
        onChange={(event) => onTexts({ ...texts, message: event.target.value })}
        suffix={
          <PhraseMenu
            dictionary="shipping_remark"
            value={texts.message}
            onChange={(message) => onTexts({ ...texts, message })}
          />
        }
      />
      <Input
        aria-label={PURCHASE_FIELDS.note.label}
        placeholder="内部备注（可不填）"
        maxLength={2000}
        value={texts.note}
        onChange={(event) => onTexts({ ...texts, note: event.target.value })}
      />
      <span className={styles.sum} aria-live="polite">
        {groups.length === 0 && covered > 0 ? (
          '全部用余货，没有要付的钱'
        ) : (
          <>
            {groups.length} 张，货款 <MoneyText amount={yuan(goods)} /> + 运费 <MoneyText amount={yuan(freight)} />
            {groups.some((group) => group.freightMinor === null) ? '（部分运费未知）' : ''} ={' '}
            <MoneyText strong amount={yuan(goods + freight)} />
          </>
        )}
      </span>
      {submission.line}
      <Button onClick={onClose}>取消</Button>
      <CanButton type="primary" allowed={allowed} loading={isBusy} onClick={submission.submit}>
        {groups.length === 0 && covered > 0
          ? '用余货，不再购买'
          : `生成 ${groups.length > 0 ? groups.length : ''} 张采购单`}
      </CanButton>
    </footer>
  )
}
