import { describe, expect, it } from 'vitest'
import { closeGatewayAfterEach, connected } from './testing/connected.ts'
import { detailAnswer, ORDER_ID, tradeInfo } from './testing/trade-answers.ts'

closeGatewayAfterEach()

const stage = (status: string, yuan: number, at = 'null'): string =>
  `{"payStatus": "${status}", "payTime": ${at}, "phasAmount": ${yuan}}`

describe('an order that is paid in stages', () => {
  it('counts as paid with its last stage only, whatever payment time it has', async () => {
    const first = stage('2', 13.29, '"20261118104510000+0800"')
    const second = stage('2', 31.01, '"20261120104510000+0800"')
    const terms = [
      [first, stage('1', 31.01, 'null')],
      [first, second],
      // A payment that was abandoned beside the one that succeeded.
      [stage('8', 44.3, 'null'), stage('2', 44.3, 'null')],
    ]
    const { connector } = await connected((_call, nr) => ({
      text: detailAnswer(tradeInfo().replace(/"tradeTerms": \[.*\]/, `"tradeTerms": [${terms[nr - 1]!.join(',')}]`)),
    }))
    expect(await connector.getOrder(ORDER_ID)).toMatchObject({
      paid: false,
      paidAt: null,
      payments: [{ amountFen: 1329 }, { amountFen: 3101 }],
    })
    expect(await connector.getOrder(ORDER_ID)).toMatchObject({ paid: true, paidAt: Date.UTC(2026, 10, 20, 2, 45, 10) })
    expect((await connector.getOrder(ORDER_ID)).paid).toBe(true)
  })

  it('has its stages in the order of payment, with those that 1688 has not made yet', async () => {
    const paid = stage('2', 13.3, '"20261118104510000+0800"')
    const answers = [
      ['37staged', stage('7', 31), stage('1', 13.3)],
      // Only the first stage: the rest is requested later.
      ['37staged', stage('1', 13.3)],
      ['37staged', paid],
      ['37staged', stage('9', 31), paid],
      ['37staged', stage('8', 44.3), stage('1', 44.3)],
      // One payment by two means.
      ['assureTrade', stage('1', 13.3), stage('1', 31)],
    ]
    const { connector } = await connected((_call, nr) => {
      const [tradeType, ...terms] = answers[nr - 1]!
      return {
        text: detailAnswer(
          tradeInfo()
            .replace(/"tradeTerms": \[.*\]/, `"tradeTerms": [${terms.join(',')}]`)
            .replace('"tradeTypeCode": "assureTrade"', `"tradeTypeCode": "${tradeType}"`),
        ),
      }
    })
    const seen = async () => {
      const { stages, paid: isPaid } = await connector.getOrder(ORDER_ID)
      return [isPaid, ...stages.map((one) => [one.amountFen, one.paid, one.paying])]
    }
    expect(await seen()).toEqual([false, [1330, false, false], [3100, false, false]])
    expect(await seen()).toEqual([false, [1330, false, false], [3100, false, false]])
    expect(await seen()).toEqual([false, [1330, true, false], [3100, false, false]])
    expect(await seen()).toEqual([false, [1330, true, false], [3100, false, true]])
    // The order itself has a payment time, and a single payment term does not contradict it.
    expect(await seen()).toEqual([true])
    expect(await seen()).toEqual([false])
  })
})
