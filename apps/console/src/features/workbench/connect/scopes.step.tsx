import { SCOPE_LINE, STORE_SCOPES } from '@huoqiao/contract/stores/scopes.status'
import { STORE_HEALTH } from '@huoqiao/contract/stores/stores.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { useConnectionChecks } from '../../../lib/use-connection-checks.ts'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import { CopyLine } from './copy-line.tsx'
import { Actions, Choice, First, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** Shopify: which of the needed scopes the shop has not granted. */
export function ScopesStep({ known: { store }, isDone, stores, change, go }: StepProps): ReactNode {
  const ask = useAct('checkShopifyStore')
  const check = useConnectionChecks((id) => ask.run({ id }), STORE_HEALTH)
  if (!store?.hasSecret)
    return <First text="先填好店铺地址和应用的凭据。" label="去创建店铺应用" onGo={() => go('shop')} />
  const isKnown = store.health === 'ok' || store.health === 'missing-scopes'
  return (
    <>
      <Choice label="店铺" rows={stores} value={store.id} onChange={(id) => change({ store: id })} />
      <p className={styles.fact}>
        <strong>{store.name}</strong> <TableStateTag table={STORE_HEALTH} code={store.health} />{' '}
        {isKnown && store.currency ? `币种 ${store.currency}，套餐 ${store.plan ?? '未知'}` : ''}
      </p>
      {store.healthMessage === '' ? null : <p>{store.healthMessage}</p>}
      {isKnown && store.missingScopes.length === 0 ? <p>需要的权限都有了。</p> : null}
      {store.missingScopes.length > 0 ? (
        <>
          <ul className={styles.scopes}>
            {store.missingScopes.map((key) => {
              const isOptional = 'optional' in STORE_SCOPES[key]
              return (
                <li key={key} data-scope={key}>
                  <StateTag bare hue={isOptional ? 'waiting' : 'attention'} label={isOptional ? '可选' : '缺少'} />{' '}
                  <code>{key}</code> {STORE_SCOPES[key].what}：{STORE_SCOPES[key].without}
                </li>
              )
            })}
          </ul>
          <p>
            谁来给：能修改这个应用的人在Dev
            Dashboard给应用加上权限、发布新版本，再由店铺的管理员在店铺后台同意更新；然后回来检查。
          </p>
          <CopyLine label="全部权限" value={SCOPE_LINE} />
        </>
      ) : null}
      <Actions isDone={isDone} onNext={() => go('selling')}>
        <Can call="checkShopifyStore">
          <Button type={ownType(isDone)} loading={check.checking.has(store.id)} onClick={() => check.run(store.id)}>
            检查连接
          </Button>
        </Can>
      </Actions>
    </>
  )
}
