import { createPace } from '@huoqiao/connector-kit'
import { afterEach } from 'vitest'
import { createTransport } from '../transport.ts'
import { CROSSBORDER_LAYOUT } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { APP_KEY, APP_SECRET, quickClock, startGateway } from './scripted-gateway.ts'
import type { ReceivedCall, ScriptedAnswer, ScriptedGateway } from './scripted-gateway.ts'

export const READ: CallDescriptor = {
  namespace: 'ns',
  name: 'read',
  safe: true,
  token: true,
  answer: CROSSBORDER_LAYOUT,
}
export const ok = { json: { result: { success: true, code: '200', message: '操作成功', result: { fine: true } } } }

/** Layouts from reference 1.7, to test that a call is only data for the transport. */
export const CREATE: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.createCrossOrder',
  safe: false,
  token: true,
  maskedParams: ['addressParam'],
  answer: {
    success: ['success', 'result.success'],
    code: ['code', 'result.code'],
    message: ['message', 'result.message'],
    error: [],
    payload: 'result',
    proof: ['result.orderId', 'result.orderList', 'orderId'],
  },
}
export const PAY_LINK: CallDescriptor = {
  ...CREATE,
  name: 'alibaba.alipay.url.get',
  safe: true,
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['erroMsg'],
    error: ['errorCode', 'erroMsg'],
    payload: '',
  },
}
export const TRACE: CallDescriptor = {
  ...PAY_LINK,
  name: 'getLogisticsTraceInfo',
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['errorMessage'],
    error: ['errorCode', 'errorMessage'],
    payload: 'logisticsTrace',
  },
}
export const FOLLOW: CallDescriptor = {
  ...PAY_LINK,
  name: 'follow',
  answer: { success: [], code: ['code'], message: ['message'], error: ['code'], payload: '' },
}
export const PREVIEW: CallDescriptor = {
  ...PAY_LINK,
  name: 'alibaba.createOrder.preview',
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['errorMsg'],
    error: ['errorCode', 'errorMsg'],
    payload: 'orderPreviewResuslt',
  },
}

let gateway: ScriptedGateway | undefined

/** To be called once at the top of a test file: no gateway outlives its test. */
export const closeTransportAfterEach = (): void =>
  afterEach(async () => {
    await gateway?.close()
    gateway = undefined
  })

/** A transport with a gateway that gives the specified answers. */
export async function connectTransport(answer: (call: ReceivedCall, nr: number) => ScriptedAnswer) {
  const running = await startGateway(answer)
  gateway = running
  const clock = quickClock()
  const token = {
    accessToken: 'tok-0001',
    refreshToken: null,
    expiresAt: null,
    refreshTokenExpiresAt: null,
    memberId: null,
    loginId: null,
    aliId: null,
  }
  const transport = createTransport({
    gateway: `${running.url}/`,
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    tokens: { current: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
    pace: createPace({ startsPerSecond: 20 }, clock),
    clock,
    random: () => 0.5,
    timeoutMs: 3_600_000,
  })
  return { transport, clock, received: running.received }
}
