import type { PurchaseBulkEdit, PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../../lib/client.ts'
import { PurchaseNames } from '../../../pickers/purchase-names.tsx'
import { closeAfter, useOwnClose } from '../../../ui/close-after.ts'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { useSubmission } from '../../../ui/submission.tsx'
import { AccountSelect, AddressSelect } from '../places.tsx'
import type { PurchaseActs } from '../use-purchase-acts.tsx'
import styles from './modify.module.css'

type ModifyDialogProps = { rows: readonly PurchaseCard[]; acts: PurchaseActs; onClose: () => void }

const WORDS = [
  ['message', '给卖家的留言', 500],
  ['note', '内部备注', 2000],
] as const

/** Sets the same address, account or message for all selected ones; the history can undo it as one action. */
export default function ModifyDialog({ rows, acts, onClose }: ModifyDialogProps): ReactNode {
  const [change, setChange] = useState<PurchaseBulkEdit>({})
  const put = (values: { [K in keyof PurchaseBulkEdit]?: string | undefined }): void =>
    setChange((now) => ({ ...now, ...values }))
  const isEmpty = Object.values(change).every((value) => (value ?? '').trim() === '')
  const close = useOwnClose(onClose)
  const modify = closeAfter(close, (purchaseIds: string[]) => call('modifyPurchaseOrders', { purchaseIds, change }))
  const { submit, line } = useSubmission(isEmpty ? '没有要修改的内容' : undefined, () =>
    acts.perform('批量修改', rows, modify),
  )
  return (
    <Modal
      open
      centered
      width={520}
      title={`批量修改 ${rows.length} 张采购单`}
      okText="修改"
      cancelText="取消"
      confirmLoading={acts.isBusy}
      onOk={submit}
      {...guardTyped(!isEmpty)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <PurchaseNames
          rows={rows}
          says="空着的不变，填了的会替换原来的内容。只改待审核的，其余逐张说明；可以在历史里撤销整批。"
        />
        <label>
          收货地址
          <AddressSelect placeholder="不变" value={change.addressId} onChange={(addressId) => put({ addressId })} />
        </label>
        <label>
          1688账号
          <AccountSelect placeholder="不变" value={change.accountId} onChange={(accountId) => put({ accountId })} />
        </label>
        {WORDS.map(([name, label, maxLength]) => (
          <label key={name}>
            {label}
            <Input.TextArea
              aria-label={label}
              rows={2}
              maxLength={maxLength}
              placeholder="不变"
              value={change[name] ?? ''}
              onChange={(event) => put({ [name]: event.target.value || undefined })}
            />
          </label>
        ))}
        {line}
      </div>
    </Modal>
  )
}
