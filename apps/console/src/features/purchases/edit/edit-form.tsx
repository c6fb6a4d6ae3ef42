import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Allowed } from '../../../lib/permission.tsx'
import { CompareTable } from '../../../ui/compare-table.tsx'
import { DraftNotes } from '../../../ui/draft-notes.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { SaveFoot } from '../../../ui/save-foot.tsx'
import { HandPicker } from '../create/hand-picker.tsx'
import { withItem } from '../create/purchase-request.ts'
import { usePlaceNames } from '../places.tsx'
import { compareEdits, isEdited } from './edit-draft.ts'
import { EditLines } from './edit-lines.tsx'
import { EditTerms } from './edit-terms.tsx'
import styles from './edit.module.css'
import type { PurchaseForm } from './use-edit-purchase-order.ts'
import { useEditPurchaseOrder } from './use-edit-purchase-order.ts'

type EditFormProps = { opened: PurchaseDetail; allowed: Allowed; onClose: () => void }

/** The form of a purchase order: quantities, lines, terms. A save of a stale version shows both and lets the person choose. */
export function EditForm({ opened: first, allowed, onClose }: EditFormProps): ReactNode {
  const form = useEditPurchaseOrder(first, onClose)
  const { opened, draft, change } = form
  return (
    <section className={styles.form} aria-label="修改采购单">
      {typeof allowed === 'string' ? (
        <p className={styles.note} role="status">
          现在不能保存：{allowed}。填好的内容会留着。
        </p>
      ) : null}
      <DraftNotes drafts={form.kept} base={opened.version} onTake={form.takeKept} onStartAgain={form.discard} />
      {form.theirs ? <BothVersions form={form} theirs={form.theirs} /> : null}
      {form.failure && !form.theirs ? <FailureNote failure={form.failure} /> : null}
      <EditLines opened={opened} draft={draft} onChange={change} />
      {opened.origin === 'merge' ? (
        <p className={styles.faint}>合并单的商品来自成员采购单，要增减商品请先拆回。</p>
      ) : (
        <HandPicker
          isOpen={false}
          items={draft.added}
          onItem={(item) => change({ added: withItem(draft.added, item) })}
        />
      )}
      {draft.added.map((item) => (
        <div key={`${item.offerId} ${item.skuId ?? ''}`} className={styles.faint}>
          将添加：{item.label} × {item.quantity}
        </div>
      ))}
      <EditTerms draft={draft} onChange={change} />
      <SaveFoot
        onSave={() => void form.save()}
        onCancel={onClose}
        isSaving={form.isSaving}
        isDirty={isEdited(draft, opened)}
      />
    </section>
  )
}

function BothVersions({ form, theirs }: { form: PurchaseForm; theirs: PurchaseDetail }): ReactNode {
  const names = usePlaceNames()
  return (
    <section role="alert" className={styles.both}>
      <h3>采购单已被别人修改，请核对后再保存</h3>
      <CompareTable
        rows={compareEdits(form.draft, form.opened, theirs, names)}
        heads={{ storeNow: '别人刚保存的', ours: '您打开时', willBecome: '您要保存的' }}
      />
      <div className={styles.buttons}>
        <Button type="primary" loading={form.isSaving} onClick={() => void form.overwrite()}>
          用我的内容覆盖
        </Button>
        <Button onClick={form.takeTheirs}>采用别人的内容</Button>
        <span className={styles.faint}>覆盖只改您动过的字段，别人改的其余字段保留</span>
      </div>
    </section>
  )
}
