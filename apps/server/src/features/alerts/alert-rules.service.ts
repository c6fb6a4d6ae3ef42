import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { AlertRule, AlertRuleFields } from '@huoqiao/contract/alerts/alerts.schema'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { AccessService } from '../access/index.ts'
import { findAlertRule, findAlertRules, insertAlertRule, removeAlertRule, saveAlertRule } from './alert-rules.store.ts'
import { alertRuleView } from './alerts.view.ts'
import { lockChannels } from './channels.store.ts'

type Endpoints = typeof ENDPOINTS
export type AlertRulesService = ReturnType<typeof alertRulesService>

const MOST_RULES = 100

export function alertRulesService(deps: { clock: Clock; newId: NewId; access: Pick<AccessService, 'roles'> }) {
  const now = (): Date => new Date(deps.clock.now())
  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'alert_rule_name'))
      throw new Refusal('name-taken', { why: `已有名为“${name}”的告警规则` })
    throw error
  }

  /** Removes repeated ids. Throws if a role or channel no longer exists, or if the quiet hours are incomplete or empty. */
  async function checked(tx: Tx, fields: AlertRuleFields): Promise<AlertRuleFields> {
    const [roleIds, channelIds] = [[...new Set(fields.roleIds)], [...new Set(fields.channelIds)]]
    const { quietFrom, quietUntil } = fields
    if ((quietFrom === null) !== (quietUntil === null))
      throw invalidField(quietFrom === null ? 'quietFrom' : 'quietUntil', '静默时段要有开始和结束')
    if (quietFrom !== null && quietFrom === quietUntil) throw invalidField('quietUntil', '静默的开始和结束不能相同')
    if ((await deps.access.roles.byIds(tx, roleIds)).length < roleIds.length)
      throw invalidField('roleIds', '有角色已被删除，请刷新后再选')
    if ((await lockChannels(tx, channelIds)).length < channelIds.length)
      throw invalidField('channelIds', '有渠道已被删除，请刷新后再选')
    return { ...fields, kinds: [...new Set(fields.kinds)], roleIds, channelIds }
  }

  return {
    queryAlertRules: async (tx: Tx): Promise<AlertRule[]> => (await findAlertRules(tx)).map(alertRuleView),

    async addAlertRule(tx: Tx, call: Call, input: AlertRuleFields): Promise<AlertRule> {
      if ((await findAlertRules(tx)).length >= MOST_RULES)
        throw new Refusal('too-large', { why: `最多 ${MOST_RULES} 条告警规则` })
      const fields = await checked(tx, input)
      const row = await insertAlertRule(tx, deps.newId(), fields, now()).catch(nameTaken(fields.name))
      call.notes.object('alert-rule', row.id, row.name)
      return alertRuleView(row)
    },

    async updateAlertRule(tx: Tx, call: Call, input: InputOf<Endpoints['updateAlertRule']>): Promise<AlertRule> {
      const { id, version, ...given } = input
      const before = await findAlertRule(tx, id)
      if (!before) throw new Refusal('not-found')
      const fields = await checked(tx, given)
      const saved = await saveAlertRule(tx, id, version, fields, now()).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: alertRuleView(before) })
      call.notes.object('alert-rule', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return alertRuleView(saved)
    },

    async deleteAlertRule(tx: Tx, call: Call, input: InputOf<Endpoints['deleteAlertRule']>): Promise<null> {
      const before = await findAlertRule(tx, input.id)
      if (!before) throw new Refusal('not-found')
      if (!(await removeAlertRule(tx, input.id, input.version)))
        throw new Refusal('stale', { current: alertRuleView(before) })
      call.notes.object('alert-rule', before.id, before.name)
      call.notes.change('deleted', alertRuleView(before), null)
      return null
    },
  }
}
