import { createHmac } from 'node:crypto'
import { expect } from 'vitest'

type Line = { offerId: string; specId: string | null; quantity: number }

/**
 * Places an order at the simulated 1688 with the app's account but without the app, as a second program or a request that arrives twice
 * would. Signed according to the reference (1.4).
 */
export async function orderBesideTheApp(simulator: string, outOrderId: string, lines: readonly Line[]): Promise<void> {
  const credentials = (await (await fetch(`${simulator}/control/credentials`)).json()) as {
    alibaba: { gateway: string; appKey: string; appSecret: string; accessToken: string }
  }
  const { gateway, appKey, appSecret, accessToken } = credentials.alibaba
  const path = `param2/1/com.alibaba.trade/alibaba.trade.createCrossOrder/${appKey}`
  const params: Record<string, string> = {
    access_token: accessToken,
    flow: 'general',
    outOrderId,
    addressParam: JSON.stringify({
      fullName: '王芳',
      mobile: '13312345678',
      provinceText: '浙江省',
      cityText: '金华市',
      areaText: '义乌市',
      address: '稠江街道某路1号',
      districtCode: '330782',
    }),
    cargoParamList: `[${lines.map(cargoText).join()}]`,
  }
  const joined = Object.entries(params)
    .map(([name, value]) => `${name}${value}`)
    .sort()
    .join('')
  const signature = createHmac('sha1', appSecret).update(`${path}${joined}`, 'utf8').digest('hex').toUpperCase()
  const answer = await fetch(`${gateway}/openapi/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...params, _aop_signature: signature }),
  })
  expect(await answer.json()).toMatchObject({ success: true })
}

const cargoText = ({ offerId, specId, quantity }: Line): string =>
  `{"offerId":${offerId},${specId === null ? '' : `"specId":${JSON.stringify(specId)},`}"quantity":${quantity}}`
