import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { NOTICE_KINDS } from '@huoqiao/contract/notices/notices.status'
import type { WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import type { RuleKind } from '@huoqiao/contract/notices/notices.status'
import { formatChinaDate } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { AccessService } from '../access/index.ts'
import { NOTICE_ORDER, RULES, speaks, thresholdFault } from './notices.rules.ts'
import {
  countUnread,
  findNotices,
  findRule,
  findRules,
  markAllRead,
  markRead,
  removeNotices,
  saveRule,
  tellNotice,
} from './notices.store.ts'
import type { Reader } from './notices.store.ts'
import { noticeView, ruleView } from './notices.view.ts'

type Endpoints = typeof ENDPOINTS
export type NoticesService = ReturnType<typeof noticesService>

/** Something worth telling: the same `about` is told once a day. `value` is in the rule's unit, judged by its threshold. */
export type NewNotice = {
  kind: RuleKind
  about: string
  /** short; by default the name of the kind */
  title?: string
  text: string
  /** a page of the console, where one goes on from here */
  to?: string
  value?: number
  /** something that is looked at again and again: told once a day, after that only its words follow, silently */
  lasting?: boolean
}

/** The same `about` is told once a day and counted. `to` is the page where the person can do something about it. */
export type PersonalNotice = { accountId: string; about: string; title: string; text: string; to: string }

/** Notices are shown and kept this long. */
const KEPT_MS = 30 * 86_400_000

export function noticesService(deps: { clock: Clock; newId: NewId; access: Pick<AccessService, 'roles'> }) {
  const now = (): Date => new Date(deps.clock.now())
  const since = (): Date => new Date(deps.clock.now() - KEPT_MS)

  const service = {
    /**
     * The API for features: tells it if its rule of 预警配置 says so. In the transaction that made it true, so that nothing
     * is told that did not happen.
     */
    async tell(tx: Tx, notice: NewNotice): Promise<void> {
      const rule = await service.rule(tx, notice.kind)
      if (!speaks(rule, RULES[notice.kind], notice.value)) return
      await tellNotice(
        tx,
        {
          id: deps.newId(),
          kind: notice.kind,
          about: notice.about,
          day: formatChinaDate(deps.clock.now()),
          level: rule.level,
          title: notice.title ?? NOTICE_KINDS[notice.kind],
          text: notice.text,
          to: notice.to ?? null,
          roleIds: rule.roleIds,
          at: now(),
          createdAt: now(),
        },
        notice.lasting === true,
      )
    },

    /** What concerns one person's own account: told to them alone, whatever the rules say, and with what they should do. */
    async tellPerson(tx: Tx, notice: PersonalNotice): Promise<void> {
      const row = {
        ...notice,
        id: deps.newId(),
        kind: 'account-security' as const,
        day: formatChinaDate(deps.clock.now()),
        level: 'urgent' as const,
        roleIds: [],
        at: now(),
        createdAt: now(),
      }
      await tellNotice(tx, row, false)
    },

    /** How a rule of 预警配置 stands, for who looks for what it speaks of. */
    rule: async (tx: Tx, kind: RuleKind): Promise<WarningRule> => ruleView(kind, await findRule(tx, kind)),

    async queryWarningRules(tx: Tx): Promise<WarningRule[]> {
      const rows = new Map((await findRules(tx)).map((row) => [row.kind, row]))
      return NOTICE_ORDER.map((kind) => ruleView(kind, rows.get(kind)))
    },

    async updateWarningRule(tx: Tx, call: Call, input: InputOf<Endpoints['updateWarningRule']>): Promise<WarningRule> {
      const { kind, version, enabled, threshold, level } = input
      const fault = thresholdFault(RULES[kind], threshold)
      if (fault !== undefined) throw invalidField('threshold', fault)
      const roleIds = [...new Set(input.roleIds)]
      if ((await deps.access.roles.byIds(tx, roleIds)).length < roleIds.length)
        throw invalidField('roleIds', '有角色已被删除，请刷新后再选')
      const before = ruleView(kind, await findRule(tx, kind))
      const saved = await saveRule(tx, version, { kind, enabled, threshold, level, roleIds, updatedAt: now() })
      if (!saved) throw new Refusal('stale', { current: ruleView(kind, await findRule(tx, kind)) })
      const after = ruleView(kind, saved)
      call.notes.object('warning-rule', kind, after.title)
      for (const field of ['enabled', 'threshold', 'level', 'roleIds'] as const) {
        if (JSON.stringify(before[field]) !== JSON.stringify(after[field]))
          call.notes.change(field, before[field], after[field])
      }
      return after
    },

    async queryNotices(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['queryNotices']>,
    ): Promise<OutputOf<Endpoints['queryNotices']>> {
      const reader = readerOf(call.actor)
      const filter = { unread: input.unread === 'true', kind: input.kind, since: since() }
      const { rows, ...count } = await findNotices(tx, reader, filter, input)
      const unreadCount = await countUnread(tx, reader, since())
      return { list: rows.map(noticeView), ...count, page: input.page, pageSize: input.pageSize, unreadCount }
    },

    async readNotices(tx: Tx, call: Call, input: InputOf<Endpoints['readNotices']>): Promise<null> {
      if (input.all) await markAllRead(tx, call.actor.accountId, now())
      else await markRead(tx, readerOf(call.actor), input.ids)
      return null
    },

    sweep: (tx: Tx): Promise<void> => removeNotices(tx, since()),
  }
  return service
}

const readerOf = (actor: Actor): Reader => ({
  accountId: actor.accountId,
  isAdmin: actor.isAdmin,
  roleIds: actor.roleIds,
})
