import { SCOPE_LINE, STORE_SCOPE_KEYS, STORE_SCOPES } from '@huoqiao/contract/stores/scopes.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { EnvironmentMark } from '../../../pickers/store-picker.tsx'
import { CopyLine } from './copy-line.tsx'
import { Actions, Choice, Doing } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** Shopify: the app, by client credentials or by the token of a custom app that exists already. */
export function ShopStep({ known: { store }, isDone, stores, change, go }: StepProps): ReactNode {
  const [edited, edit] = useState<'new' | 'this' | undefined>()
  const check = useAct('checkShopifyStore')
  return (
    <>
      <Doing>
        <li>在Shopify的Dev Dashboard里，用拥有店铺的同一个组织创建应用。几家店在同一组织里的，用同一个应用。</li>
        <li>
          应用的权限（scopes）整行粘贴，发布这个版本：
          <CopyLine label="权限" value={SCOPE_LINE} />
          <details>
            <summary>每个权限用来做什么（{STORE_SCOPE_KEYS.length}）</summary>
            <ul className={styles.scopes}>
              {STORE_SCOPE_KEYS.map((key) => (
                <li key={key}>
                  <code>{key}</code> {STORE_SCOPES[key].what}
                  {'optional' in STORE_SCOPES[key] ? '（可以不给）' : ''}；没有它：{STORE_SCOPES[key].without}
                </li>
              ))}
            </ul>
          </details>
        </li>
        <li>把应用安装到店铺，然后在应用的设置里抄 Client ID 和 Client secret。</li>
        <li>
          2026年以前在店铺后台建的自定义应用仍然可用：填它的访问令牌（<code>shpat_</code>{' '}
          开头）。用访问令牌时收不到店铺的消息，因为验证消息要用 Client secret。
        </li>
      </Doing>
      <Choice label="店铺" rows={stores} value={store?.id} onChange={(id) => change({ store: id })} />
      {store ? (
        <p className={styles.fact}>
          <strong>{store.name}</strong> <EnvironmentMark environment={store.environment} /> {store.origin}
          {store.hasSecret ? '' : '，还没有凭据'}
        </p>
      ) : null}
      <Actions isDone={isDone} {...(store?.hasSecret ? { onNext: () => go('scopes') } : {})}>
        <Can call="addShopifyStore">
          <Button type={store ? 'default' : 'primary'} onClick={() => edit('new')}>
            {store ? '再添加一家店铺' : '填写店铺地址和凭据'}
          </Button>
        </Can>
        {store ? (
          <Can call="updateShopifyStore">
            <Button onClick={() => edit('this')}>修改凭据</Button>
          </Can>
        ) : null}
      </Actions>
      {edited ? (
        <Slot
          key={edited}
          name="edit-store"
          row={edited === 'this' ? store : undefined}
          onClose={() => edit(undefined)}
          onSaved={(saved) => {
            change({ store: saved.id, step: 'scopes' })
            if (saved.hasSecret) void check.run({ id: saved.id })
          }}
        />
      ) : null}
    </>
  )
}
