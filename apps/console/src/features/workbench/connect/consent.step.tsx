import type { MarketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { CONSENT_CALLBACK, CONSENT_MINUTES, MARKETPLACE_HEALTH } from '@huoqiao/contract/marketplace/marketplace.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { formatTime } from '../../../lib/format.ts'
import { Can } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { EnvironmentMark } from '../../../pickers/store-picker.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { CopyLine } from './copy-line.tsx'
import { Actions, Choice, Doing, First, ownOrigin, ownType } from './step.tsx'
import type { StepProps } from './step.tsx'
import styles from './connect.module.css'

/** 1688: the owner of the buyer's account grants the app access, at 1688's own page. */
export function ConsentStep({ known: { account }, isDone, accounts, consent, change, go }: StepProps): ReactNode {
  const start = useAct('startMarketplaceConsent')
  const ending = useConsentEnd(consent, (ended) =>
    change({ consent: undefined, ...(ended ? { account: ended.id } : {}) }),
  )
  const [isLeaving, leave] = useState(false)
  if (!account)
    return <First text="先创建应用，填好AppKey和AppSecret。" label="去创建1688应用" onGo={() => go('app')} />

  async function authorize(id: string): Promise<void> {
    const done = await start.run({ id, origin: ownOrigin() })
    if (!done.ok) return
    leave(true)
    window.location.assign(done.data.authorizeUrl)
  }
  return (
    <>
      <Doing>
        <li>
          确认应用登记的回调地址是下面这个；1688只认登记过的域名。
          <CopyLine label="回调地址" value={`${ownOrigin()}${CONSENT_CALLBACK}`} />
        </li>
        <li>
          点下面的按钮，到1688用<strong>采购用的账号</strong>登录并同意。从点按钮到同意不超过 {CONSENT_MINUTES}{' '}
          分钟。浏览器里已经登录了别的1688账号的，先在1688退出。
        </li>
        <li>同意后自动回到这里，令牌随即保存、检查。几个采购账号就添加几个，每个各授权一次。</li>
      </Doing>
      <Choice label="1688账号" rows={accounts} value={account.id} onChange={(id) => change({ account: id })} />
      {ending.isRunning ? <p className={styles.fact}>正在向1688换取令牌并检查…</p> : null}
      {ending.failure ? <FailureNote failure={ending.failure} /> : null}
      <Authorization account={account} />
      <Actions isDone={isDone} onNext={() => go('permissions')}>
        <Can call="startMarketplaceConsent">
          <Button
            type={ownType(isDone)}
            loading={start.isPending || isLeaving}
            disabled={ending.isRunning}
            title={ending.isRunning ? '正在向1688换取令牌，请稍候' : ''}
            onClick={() => void authorize(account.id)}
          >
            {account.hasRefreshToken ? '重新授权' : '去1688授权'}
          </Button>
        </Can>
      </Actions>
    </>
  )
}

/** Who granted access, when it expires, and whether it is renewed automatically. */
function Authorization({ account }: { account: MarketplaceAccount }): ReactNode {
  const isRefused = account.health === 'unauthorised' || account.health === 'unreachable'
  return (
    <div className={styles.fact}>
      <p>
        <strong>{account.name}</strong> <EnvironmentMark environment={account.environment} />{' '}
        <TableStateTag table={MARKETPLACE_HEALTH} code={account.health} />
      </p>
      {account.loginId === null ? null : <p>授权的1688登录名：{account.loginId}</p>}
      {account.hasRefreshToken ? (
        <p>
          访问令牌10小时一换，由系统自动续期；
          {account.refreshTokenExpiresAt === null
            ? '手工填的令牌，授权何时到期1688没有告知：每天早上试着延长，1688接受后这里显示到期时间，失效时会提醒'
            : `授权到 ${formatTime(account.refreshTokenExpiresAt)} 为止，最后一个月里自动延长，延长不了会提醒重新授权`}
          。改1688登录密码、取消授权也会失效。
        </p>
      ) : (
        <p>{withoutRenewal(account)}</p>
      )}
      {isRefused && account.healthMessage !== '' ? <p>{account.healthMessage}</p> : null}
    </div>
  )
}

/** An access token without a refresh token expires, and only a person can replace it. */
function withoutRenewal({ tokenExpiresAt, health }: MarketplaceAccount): string {
  if (tokenExpiresAt !== null)
    return `令牌是手工填的，没有续期令牌，系统不能延长：到 ${formatTime(tokenExpiresAt)} 为止，到期前会提醒。点下面的按钮授权，以后自动延长。`
  return health === 'ok' || health === 'missing-permissions'
    ? '能用，但没有续期令牌，系统不能延长，1688也没有告知何时到期。点下面的按钮授权，以后自动延长；或在账号里填上令牌到期日，到期前会提醒。'
    : '还没有授权。'
}

type Ending = { isRunning: boolean; failure: CallError | null }

/** Finishes the consent that 1688 redirected back with, once; then `onEnd` removes its id from the address. */
function useConsentEnd(consent: string | null, onEnd: (ended: MarketplaceAccount | undefined) => void): Ending {
  const finish = useAct('finishMarketplaceConsent')
  const [failure, setFailure] = useState<CallError | null>(null)
  const taken = useRef<string | null>(null)
  const { run } = finish
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  }, [onEnd])
  useEffect(() => {
    if (consent === null || taken.current === consent) return
    taken.current = consent
    const end = async (): Promise<void> => {
      const done = await run({ consentId: consent })
      setFailure(done.ok ? null : done.error)
      ended.current(done.ok ? done.data : undefined)
    }
    void end()
  }, [consent, run])
  return { isRunning: finish.isPending, failure }
}
