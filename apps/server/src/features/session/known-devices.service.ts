import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { AccountRow } from '../accounts/index.ts'
import { hashToken, newToken } from './authenticate.ts'
import { countDevices, findDevice, forgetDevices, keepDevice, removeOldDevices } from './known-devices.store.ts'
import { deviceOf } from './session.rules.ts'

export type TellPerson = (
  tx: Tx,
  notice: { accountId: string; about: string; title: string; text: string; to: string },
) => Promise<void>

/** The page where a person sees their logins and ends sessions; notices link to it. */
export const OWN_SECURITY_PAGE = '/system/security'

/**
 * Known browsers, by a secret cookie value. An IP address says little: an office shares one, and a phone has many. The value is only given
 * to a browser that has logged in completely.
 */
export function knownDevicesService(deps: { db: Db; clock: Clock; newId: NewId; tellPerson: TellPerson }) {
  return {
    /** The device of the account with this value. */
    async recognise(accountId: string, mark: string | undefined): Promise<string | undefined> {
      return mark === undefined ? undefined : findDevice(deps.db.handle, accountId, hashToken(mark))
    },

    /** After a complete login the device is known. The person is notified of a new device, except the account's first. */
    async welcome(
      tx: Tx,
      call: Call,
      row: AccountRow,
      shown: { mark: string | undefined; deviceId: string | undefined },
    ): Promise<{ deviceId: string; mark: string }> {
      const mark = shown.mark ?? newToken()
      const now = new Date(deps.clock.now())
      const isFirst = shown.deviceId === undefined && (await countDevices(tx, row.id)) === 0
      const deviceId = await keepDevice(tx, {
        id: deps.newId(),
        accountId: row.id,
        markHash: hashToken(mark),
        lastLoginAt: now,
        createdAt: now,
      })
      if (shown.deviceId === undefined && !isFirst)
        await deps.tellPerson(tx, {
          accountId: row.id,
          about: `device:${deviceId}`,
          title: '新设备登录',
          text: `您的账号在一台没有登录过的设备上登录：${deviceOf(call.userAgent) || '未知设备'}，来源 ${call.ip}。如果不是您本人，请立即修改密码，并在“账号安全”里把它踢下线。`,
          to: OWN_SECURITY_PAGE,
        })
      return { deviceId, mark }
    },

    /** Devices that logged in with an old password become unknown again. */
    forget: (tx: Tx, accountId: string, keepSessionId: string | null): Promise<void> =>
      forgetDevices(tx, accountId, keepSessionId),

    sweep: (tx: Tx, before: Date): Promise<void> => removeOldDevices(tx, before),
  }
}
