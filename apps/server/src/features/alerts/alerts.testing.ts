import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { noticesFeature } from '../notices/index.ts'
import type { NewNotice } from '../notices/index.ts'
import {
  DINGTALK_SECRET,
  DINGTALK_TOKEN,
  FEISHU_ID,
  FEISHU_SECRET,
  openReceivers,
  WEBHOOK_SECRET,
  WECOM_KEY,
} from './receivers.testing.ts'

export const MINUTE = 60_000
const SECRETS = { wecom: undefined, dingtalk: DINGTALK_SECRET, feishu: FEISHU_SECRET, webhook: WEBHOOK_SECRET }
type Kind = keyof typeof SECRETS

/** An app with its own clock (it starts at 10:00 in UTC+8), and receivers for its alerts. */
export async function startAlertBench() {
  let now = Date.UTC(2026, 2, 3, 2)
  const receivers = await openReceivers()
  const app: TestApp = await startAppAlone({ work: true, clock: { now: () => now } })
  let made = 0
  const { origin, received } = receivers
  const addresses: Readonly<Record<Kind, string>> = {
    wecom: `${origin}/cgi-bin/webhook/send?key=${WECOM_KEY}`,
    dingtalk: `${origin}/robot/send?access_token=${DINGTALK_TOKEN}`,
    feishu: `${origin}/open-apis/bot/v2/hook/${FEISHU_ID}`,
    webhook: `${origin}/hook`,
  }
  const bench = {
    app,
    receivers,
    addresses,
    now: () => now,
    channel: (kind: Kind, change: object = {}) =>
      app.ok('addAlertChannel', {
        name: `${kind} ${(made += 1)}`,
        kind,
        secretAddress: addresses[kind],
        ...(SECRETS[kind] === undefined ? {} : { signingSecret: SECRETS[kind] }),
        ...change,
      }),
    /** Adds a rule and deletes all others, so that the rules of one test do not affect the next. */
    async onlyRule(channelIds: readonly string[], change: object = {}) {
      for (const { id, version } of await app.ok('queryAlertRules')) await app.ok('deleteAlertRule', { id, version })
      received.length = 0
      const rule = { name: `规则 ${(made += 1)}`, level: 'info', groupMinutes: 0, channelIds, ...change }
      return app.ok('addAlertRule', rule)
    },
    tell: (notice: NewNotice): Promise<void> =>
      app.db.transaction((tx) => app.composed.apiOf(noticesFeature).tell(tx, notice)),
    stock: (about: string, text: string, more: Partial<NewNotice> = {}) =>
      bench.tell({ kind: 'stock-out', about, text, ...more }),
    /** Moves the clock in steps of at most 300 minutes, which keep the session alive. */
    async pass(minutes: number): Promise<void> {
      for (let left = minutes; left > 0; left -= 300) {
        now += Math.min(300, left) * MINUTE
        await app.ok('queryAlertRules')
      }
    },
    /** Sends all that is due now. */
    async due(): Promise<void> {
      await untilQuiet(app)
      await runCron(app, 'send-due-alerts')
      await untilQuiet(app)
    },
    texts: (): string[] => received.map(({ text }) => text),
    messages: async (input: object = {}) => (await app.ok('queryAlertMessages', input)).list,
    async close(): Promise<void> {
      await app.close()
      receivers.close()
    },
  }
  return bench
}
