import { PURCHASE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { PhraseMenu } from '../../../pickers/phrase-menu.tsx'
import { PriceField } from '../../../ui/price-field.tsx'
import { AccountSelect, AddressSelect } from '../places.tsx'
import type { EditDraft } from './edit-draft.ts'
import { TEXTS } from './edit-draft.ts'
import styles from './edit.module.css'

type TermsProps = { draft: EditDraft; onChange: (values: Partial<EditDraft>) => void }

/** The buying account, the address, and the message to the seller. */
export function EditTerms({ draft, onChange }: TermsProps): ReactNode {
  return (
    <div className={styles.fields}>
      <label>
        1688账号
        <AccountSelect
          isNeeded
          placeholder="选择1688账号"
          value={draft.accountId ?? undefined}
          onChange={(accountId) => onChange({ accountId: accountId ?? null })}
        />
      </label>
      <label>
        收货地址
        <AddressSelect
          isNeeded
          placeholder="选择收货地址"
          value={draft.addressId ?? undefined}
          onChange={(addressId) => onChange({ addressId: addressId ?? null })}
        />
      </label>
      <label>
        预计运费
        <PriceField
          aria-label={PURCHASE_FIELDS.freightMinor.label}
          currency="CNY"
          placeholder="未知"
          value={draft.freightMinor}
          onChange={(freightMinor) => onChange({ freightMinor })}
        />
      </label>
      {TEXTS.map(([name, label, maxLength]) => (
        <label key={name}>
          <span>
            {label}{' '}
            {name === 'message' ? (
              <PhraseMenu
                dictionary="shipping_remark"
                value={draft.message}
                onChange={(message) => onChange({ message })}
              />
            ) : null}
          </span>
          <Input.TextArea
            aria-label={label}
            rows={2}
            maxLength={maxLength}
            value={draft[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </label>
      ))}
    </div>
  )
}
