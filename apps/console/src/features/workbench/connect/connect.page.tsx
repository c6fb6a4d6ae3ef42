import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useAddressParams } from '../../../lib/address-params.ts'
import { useMay } from '../../../lib/permission.tsx'
import { writePreference } from '../../../lib/preferences.ts'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { AppStep } from './app.step.tsx'
import { CollectorStep } from './collector.step.tsx'
import { isDone, nextStep, stateOf, STEP_KEYS, STEPS } from './connect.rules.ts'
import type { Known, StepKey } from './connect.rules.ts'
import { CONNECT_SHOWN } from './connect-shown.ts'
import styles from './connect.module.css'
import { ConsentStep } from './consent.step.tsx'
import { PermissionsStep } from './permissions.step.tsx'
import { PushStep } from './push.step.tsx'
import { ResultStep } from './result.step.tsx'
import { ScopesStep } from './scopes.step.tsx'
import { SellingStep } from './selling.step.tsx'
import { ShopStep } from './shop.step.tsx'
import type { StepProps } from './step.tsx'
import { WebhooksStep } from './webhooks.step.tsx'

const NOTHING = {}
/** Polling interval: a message or an order may arrive while the page is open. */
const LOOK_MS = 5000

const VIEWS: Readonly<Record<StepKey, (props: StepProps) => ReactNode>> = {
  app: AppStep,
  consent: ConsentStep,
  permissions: PermissionsStep,
  push: PushStep,
  collector: CollectorStep,
  shop: ShopStep,
  scopes: ScopesStep,
  selling: SellingStep,
  webhooks: WebhooksStep,
  result: ResultStep,
}

const isStep = (text: string | null): text is StepKey => text !== null && Object.hasOwn(STEPS, text)

/** /system/connect: from the vendors' consoles to a connection that works, one step after the other. */
export default function ConnectPage(): ReactNode {
  const [params, setParams] = useAddressParams()
  const may = { accounts: useMay('queryMarketplaceAccounts'), stores: useMay('getAllShopifyStores') }
  const mayFeeds = useMay('queryOrderFeeds')
  const mayEvidence = useMay('getConnectionEvidence')
  const accounts = useRead('queryMarketplaceAccounts', NOTHING, { enabled: may.accounts })
  const stores = useRead('getAllShopifyStores', NOTHING, { enabled: may.stores })
  const feeds = useRead('queryOrderFeeds', NOTHING, { enabled: mayFeeds, refetchInterval: LOOK_MS })
  const evidence = useRead('getConnectionEvidence', NOTHING, { enabled: mayEvidence, refetchInterval: LOOK_MS })
  useEffect(() => writePreference(CONNECT_SHOWN, true), [])

  if (!may.accounts || !may.stores) return <EmptyState text="连接店铺和1688账号由管理员来做，请管理员打开这一页。" />
  const failed = [accounts, stores].find((read) => read.error && !read.data)
  if (failed) return <FailureNote failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!accounts.data || !stores.data) return <RowSkeletons count={6} />

  const account = accounts.data.find(({ id }) => id === params.get('account')) ?? accounts.data[0]
  const store = stores.data.find(({ id }) => id === params.get('store')) ?? stores.data[0]
  const known: Known = {
    account,
    store,
    feed: feeds.data?.find(({ storeId }) => storeId === store?.id),
    evidence: evidence.data,
  }
  const asked = params.get('step')
  const step = isStep(asked) ? asked : nextStep(known)
  const change = (fields: Partial<Record<'step' | 'account' | 'store' | 'consent', string | undefined>>): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [key, value] of Object.entries(fields))
        if (value === undefined) next.delete(key)
        else next.set(key, value)
      return next
    })
  const go = (to: StepKey): void => change({ step: to })
  const View = VIEWS[step]
  return (
    <div className={styles.page}>
      <header>
        <h1>连接向导</h1>
        <p>
          连好1688和店铺：每一步写明在对方的后台做什么，要抄的地址都在这里，能自动检查的点一下就知道。随时可以离开，回来接着做。
        </p>
      </header>
      <div className={styles.columns}>
        <nav aria-label="连接步骤">
          <ol>
            {STEP_KEYS.map((key) => (
              <StepLink key={key} step={key} known={known} isHere={key === step} onGo={() => go(key)} />
            ))}
          </ol>
        </nav>
        <section className={styles.step} aria-label={STEPS[step].title} data-bank={STEPS[step].bank}>
          <h2>{STEPS[step].title}</h2>
          <View
            known={known}
            isDone={isDone(step, known)}
            accounts={accounts.data}
            stores={stores.data}
            consent={params.get('consent')}
            change={change}
            go={go}
          />
        </section>
      </div>
    </div>
  )
}

type StepLinkProps = { step: StepKey; known: Known; isHere: boolean; onGo: () => void }

function StepLink({ step, known, isHere, onGo }: StepLinkProps): ReactNode {
  const state = stateOf(step, known)
  return (
    <li data-bank={STEPS[step].bank}>
      <button type="button" aria-current={isHere ? 'step' : undefined} onClick={onGo}>
        <span>{STEPS[step].title}</span>
        {state ? <StateTag bare hue={state.hue} label={state.label} /> : null}
      </button>
    </li>
  )
}
