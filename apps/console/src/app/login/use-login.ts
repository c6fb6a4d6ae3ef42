import { REFUSALS } from '@huoqiao/contract/errors'
import { useRef, useState } from 'react'
import { isCallError } from '../../lib/call-error.ts'
import { call, session, storage } from '../../lib/client.ts'
import { keepDeviceMark, readDeviceMark } from '../../lib/device-mark.ts'
import { required, validate } from '../../lib/validate.ts'
import { passwordDigest } from '../../lib/digest.ts'

/** '0' password · '1' password and SMS code · '2' password and authenticator (decisions, section 7). */
export type LoginKind = '0' | '1' | '2'
const asKind = (text: string): LoginKind => (text === '1' || text === '2' ? text : '0')

const CODE_CHECKS = { validateCode: [required('请输入验证码')] }

export type LoginFields = { userAccount: string; userPassword: string; validateCode: string }

const increase = (key: 'accNum' | 'loginCodeNum'): void =>
  session.remember(key, String(Number(session.memory(key)) + 1))

/** The steps of a login: read what the account needs, send a code, log in. Failures are shown on the page and in a toast. */
export function useLogin() {
  const [kind, setKind] = useState<LoginKind>(() => asKind(session.memory('resourceType')))
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [codeSentUntil, setCodeSentUntil] = useState<number>()
  const asked = useRef('')
  const underway = useRef(Promise.resolve())

  function keepKind(next: LoginKind): void {
    session.remember('resourceType', next)
    setKind(next)
  }
  function ask(userAccount: string): Promise<void> {
    if (userAccount === '') return Promise.resolve()
    asked.current = userAccount
    return (underway.current = hear(userAccount))
  }
  async function hear(userAccount: string): Promise<void> {
    try {
      const { resourceType } = await call('getResourceType', { userAccount, ...readDeviceMark(storage) })
      if (asked.current === userAccount) keepKind(resourceType)
    } catch (error) {
      console.warn('what this account needs to log in is not known', error)
    }
  }
  async function sendCode(userAccount: string): Promise<void> {
    setWrong(undefined)
    try {
      await call('sendSmsCode', { userAccount, ...readDeviceMark(storage) })
      increase('loginCodeNum')
      setCodeSentUntil(Date.now() + 60_000)
    } catch (error) {
      if (!isCallError(error) || error.isSilent) return
      setWrong(error.message)
    }
  }
  /** Returns whether the person is logged in. */
  async function login(fields: LoginFields): Promise<boolean> {
    setWrong(undefined)
    setBusy(true)
    try {
      // Waits for the answer about this account: otherwise a person who types fast is asked for what the previously typed account needs.
      await underway.current
      const needed = asKind(session.memory('resourceType'))
      const fault = needed === '0' ? undefined : validate(CODE_CHECKS, { validateCode: fields.validateCode })
      if (fault) {
        setWrong(fault.message)
        return false
      }
      const { token, userInfo, deviceMark } = await call('login', {
        userAccount: fields.userAccount,
        userPassword: passwordDigest(fields.userPassword),
        ...(needed === '0' ? {} : { validateCode: fields.validateCode }),
        ...readDeviceMark(storage),
      })
      keepDeviceMark(storage, deviceMark)
      session.begin(token, userInfo)
      return true
    } catch (error) {
      if (!isCallError(error) || error.isSilent) return false
      increase('accNum')
      setWrong(error.message)
      // After some failures, or when the server says so, the account may need a code: ask what it needs now.
      if (error.message === REFUSALS['code-needed'].msg || Number(session.memory('accNum')) >= 3) {
        await ask(fields.userAccount)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { kind, wrong, isBusy, codeSentUntil, ask, sendCode, login, setWrong }
}
