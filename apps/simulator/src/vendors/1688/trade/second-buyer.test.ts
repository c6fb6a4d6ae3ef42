import { describe, expect, it } from 'vitest'
import type { Json } from '../buyer.testing.ts'
import { cargoOf, easyOffers, LOGISTICS, withBuyer, YIWU } from './trader.testing.ts'

const buyer = withBuyer()

const [offer] = easyOffers(1)
const CALLBACK = 'https://console.example/callback'

/** Logs in on the consent page as the second account and returns its tokens. */
async function authorizeSecond(): Promise<{ accessToken: string; memberId: string }> {
  const { appKey, appSecret } = await buyer.credentials()
  const query = new URLSearchParams({ client_id: appKey, redirect_uri: CALLBACK, state: 's', site: '1688' })
  const html = await (await fetch(`${buyer.origin}/oauth/authorize?${query}`)).text()
  const href = /id="authorize-2" href="([^"]+)"/.exec(html)![1]!.replaceAll(/&(?:amp|#38);/g, '&')
  const form = {
    grant_type: 'authorization_code',
    need_refresh_token: 'true',
    client_id: appKey,
    client_secret: appSecret,
    redirect_uri: CALLBACK,
    code: new URL(href).searchParams.get('code')!,
  }
  const response = await fetch(`${buyer.origin}/openapi/http/1/system.oauth2/getToken/${appKey}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const answer = (await response.json()) as Record<string, string>
  return { accessToken: answer['access_token']!, memberId: answer['memberId']! }
}
const create = (more: Record<string, unknown>) =>
  buyer.trade('alibaba.trade.createCrossOrder', {
    flow: 'general',
    cargoParamList: [cargoOf(offer!, 2)],
    outOrderId: 'PO-SAME',
    ...more,
  })
const numberOf = (created: Json): string => String((created['result'] as Json)['orderId'])

describe('a second buyer account', () => {
  it('has its own token, addresses and orders, also under the same number of ours', async () => {
    const { accessToken, memberId } = await authorizeSecond()
    expect(memberId).not.toBe(((await buyer.credentials()) as unknown as Json)['memberId'])
    const theirs = { access_token: accessToken }
    const addresses = async (more: object) =>
      (
        (await buyer.trade('alibaba.trade.receiveAddress.get', { ...more }))['result'] as {
          receiveAddressItems: Json[]
        }
      ).receiveAddressItems.map((item) => item['id'])
    const [theirAddress] = await addresses(theirs)
    expect(await addresses({})).not.toContain(theirAddress)
    expect(String((await create({ addressParam: YIWU, ...theirs }))['message'])).toContain('AddressId invalid')

    const mine = numberOf(await create({ addressParam: YIWU }))
    const other = numberOf(await create({ addressParam: { addressId: theirAddress }, ...theirs }))
    const listed = async (more: object) =>
      (
        (await buyer.trade('alibaba.trade.getBuyerOrderList', { outOrderId: 'PO-SAME', ...more }))['result'] as {
          baseInfo: Json
        }[]
      ).map((row) => row.baseInfo['idOfStr'])
    expect(await listed({})).toEqual([mine])
    expect(await listed(theirs)).toEqual([other])
  })

  it('can’t read, pay, cancel or trace an order of the first one', async () => {
    const theirs = { access_token: (await authorizeSecond()).accessToken }
    const orderId = numberOf(await create({ addressParam: YIWU }))
    await buyer.advance(60_000)
    const ask = (name: string, params: object, namespace?: string) =>
      buyer.trade(name, { webSite: '1688', orderId, ...params, ...theirs }, namespace)
    expect(await ask('alibaba.trade.get.buyerView', {})).toMatchObject({ errorCode: 'ORDER_NOT_EXIST' })
    expect(await ask('alibaba.trade.cancel', { tradeID: orderId, cancelReason: 'other' })).toMatchObject({
      errorCode: '400_3',
    })
    expect(await ask('alibaba.alipay.url.get', { orderIdList: `[${orderId}]` })).toMatchObject({ success: false })
    const prepare = { tradeWithholdPreparePayParam: { orderId } }
    expect(await ask('alibaba.trade.pay.protocolPay.preparePay', prepare)).toMatchObject({
      result: { success: false, code: '500' },
    })
    expect(await ask('alibaba.trade.getLogisticsInfos.buyerView', {}, LOGISTICS)).toMatchObject({ success: false })
    expect(await buyer.control('GET', `1688/orders/${orderId}`)).toMatchObject({ status: 'waitbuyerpay', paidFen: 0 })
  })

  it('pays from its own balance, and messages name the member that they are about', async () => {
    await buyer.control('POST', '1688/push', { callbackUrl: `${buyer.origin}/nowhere` })
    const { accessToken, memberId } = await authorizeSecond()
    const theirs = { access_token: accessToken }
    const balance = async (query = '') => Number((await buyer.control('GET', `1688/account${query}`))['balanceFen'])
    const before = await balance()
    const made = await create({ addressParam: { addressId: 601_204_118 }, ...theirs })
    const orderId = numberOf(made)
    await buyer.control('POST', `1688/orders/${orderId}/pay`)
    expect(await balance()).toBe(before)
    expect(await balance(`?member=${memberId}`)).toBe(before - Number((made['result'] as Json)['totalSuccessAmount']))
    const { messages } = (await buyer.control('GET', '1688/messages?type=ORDER_BUYER_VIEW_ORDER_PAY')) as {
      messages: Json[]
    }
    expect(messages).toMatchObject([{ userInfo: memberId }])
    expect(String(messages[0]!['dataText'])).toContain(`"buyerMemberId":"${memberId}"`)
  })
})
