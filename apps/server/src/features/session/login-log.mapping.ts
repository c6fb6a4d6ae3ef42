import { formatChinaTime } from '@huoqiao/kit'
import { csvText } from '../../platform/csv.ts'
import type { LoginRow } from './session-admin.store.ts'
import { deviceOf } from './session.rules.ts'

const COLUMNS = ['时间', '登录账号', '结果', '说明', '来源', '设备']
const OUTCOMES = { ok: '成功', refused: '失败' } as const

export const loginCsv = (rows: readonly LoginRow[]): string =>
  csvText(
    COLUMNS,
    rows.map((row) => [
      formatChinaTime(row.at.getTime()),
      row.userAccount,
      OUTCOMES[row.outcome],
      row.message,
      row.ip,
      deviceOf(row.userAgent),
    ]),
  )
