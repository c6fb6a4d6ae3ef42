import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import { meaningOf, Unresolved } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { failureText } from './order-step.ts'
import type { AboutOrder } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { CHECKING, stageWords } from './paying.rules.ts'
import { updatePayment } from './payment.store.ts'

/** Pays one 1688 order, or one stage of it, without a password. */
export type ProtocolPayment = {
  accountId: string
  channel: 'alipay' | 'shegou'
  amountMinor: number
  stage: number | null
  /** the fields that every ledger line about it starts with */
  about: AboutOrder
}
/** The answer alone never confirms the payment: "paid" counts only when the order itself shows it (reference 3.7). */
export type PayActs = ActsOf<ProtocolPayment, never, never>
const LOOK_MS = 60_000

/** Payments without a password. The act's key is the 1688 order. Reading an order that is paid ends its payment (order-record.ts). */
export function payActs(deps: {
  db: Db
  clock: Clock
  acts: Acts
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  ledger: LedgerService
  sync: OrdersSyncService
}): PayActs {
  const giveUpMinutes = (): Promise<number> => deps.config.setting(deps.db.handle, 'purchase.paymentGiveUpMinutes')

  const answered = (
    tx: Tx,
    intent: ProtocolPayment,
    reported: { id: string; by: string; message: string; paid: boolean; word: string | null },
  ): Promise<void> =>
    deps.ledger.append(tx, {
      ...intent.about,
      kind: 'pay-answer',
      amountMinor: intent.amountMinor,
      by: reported.by,
      summary: `${reported.message.slice(0, 190)}${stageWords(intent)}`,
      facts: {
        paymentId: reported.id,
        paid: reported.paid,
        word: reported.word,
        ...(intent.stage === null ? {} : { stage: intent.stage }),
      },
    })

  const fail = async (tx: Tx, id: string, message: string): Promise<void> => {
    const resolvedAt = new Date(deps.clock.now())
    await updatePayment(tx, id, ['sending', 'unknown'], { state: 'failed', message, resolvedAt })
  }

  return deps.acts.define<ProtocolPayment, never, never>({
    kind: 'pay',
    async send({ id, intent: { accountId, about, amountMinor, channel } }, { guard }) {
      const { paid } = await deps.marketplace.withConnector(accountId, (connector) =>
        connector.preparePay({ orderId: about.orderId, amountFen: amountMinor, channel, requestId: id }, { guard }),
      )
      throw new Unresolved(paid ? PAID : '1688没有确认付款')
    },
    async look({ intent }, signal) {
      await deps.sync.readPurchase(intent.about.purchaseId, signal)
      return undefined
    },
    patience: async () => ({ absentAfterMs: (await giveUpMinutes()) * 60_000, leastLooks: 1 }),
    lookAgainMs: () => LOOK_MS,
    purchasesOf: ({ about }) => [about.purchaseId],
    // Locks the purchase first, like every other transaction, so that two cannot deadlock.
    hold: async (tx, { intent }) => {
      await deps.purchases.purchaseForPlacement(tx, intent.about.purchaseId)
    },
    explain: (error) => {
      const heard =
        error instanceof Unresolved
          ? error.message
          : isSendWithdrawn(error)
            ? '服务器停顿过久，付款请求没有发出'
            : error === undefined
              ? '没有收到1688的答复'
              : failureText(error)
      return error !== undefined && meaningOf(error) === 'refused' ? heard : `${heard.slice(0, 400)}。${CHECKING}`
    },
    done: () => Promise.resolve(),
    found: () => Promise.resolve(),
    async refused(tx, { id, intent }, { word, message }) {
      await fail(tx, id, message)
      await answered(tx, intent, { id, by: '1688', message, paid: false, word })
    },
    async unknown(tx, { id, intent }, { message, error }) {
      // "Paid" counts only when the order itself shows it. Reading the order ends the payment.
      await updatePayment(tx, id, ['sending'], { state: 'unknown', message })
      const paid = error instanceof Unresolved && error.message === PAID
      const word = isRemoteFailure(error) ? error.word : null
      await answered(tx, intent, { id, by: error === undefined ? '系统' : '1688', message, paid, word })
    },
    async absent(tx, { id, intent }, { withdrawal }) {
      const message =
        withdrawal === 'never-sent'
          ? '付款请求没有发出，已释放，可以重新付款'
          : `过了 ${await giveUpMinutes()} 分钟1688仍显示未付款，已释放，可以重新付款`
      await fail(tx, id, message)
      await answered(tx, intent, { id, by: '系统', message, paid: false, word: null })
    },
  })
}

const PAID = '1688确认已付款'
