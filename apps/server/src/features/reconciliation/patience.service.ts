import type { Tx } from '../../db/db.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { Patience } from './reconciliation.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The limits from 系统配置 as they are now; a change applies from the next part of a walk. */
export async function patienceNow(config: Pick<SystemConfigService, 'setting'>, tx: Tx): Promise<Patience> {
  return {
    unbought: (await config.setting(tx, 'reconcile.unboughtHours')) * HOUR,
    placement: (await config.setting(tx, 'reconcile.placementMinutes')) * MINUTE,
    signed: (await config.setting(tx, 'reconcile.signedHours')) * HOUR,
    shipping: (await config.setting(tx, 'reconcile.shippingHours')) * HOUR,
    fulfilment: (await config.setting(tx, 'reconcile.fulfilmentMinutes')) * MINUTE,
    unpushed: (await config.setting(tx, 'reconcile.unpushedHours')) * HOUR,
    window: (await config.setting(tx, 'reconcile.windowDays')) * 24 * HOUR,
    priceSlackPercent: await config.setting(tx, 'reconcile.priceSlackPercent'),
  }
}
