import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { NOTICE_KINDS, NOTICE_READ_STATES } from '@huoqiao/contract/notices/notices.status'
import type { Notice, WarningRule } from '@huoqiao/contract/notices/notices.endpoints'
import type { NoticeReadState, PersonalKind, RuleKind } from '@huoqiao/contract/notices/notices.status'
import { formatChinaDate } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { AccessService } from '../access/index.ts'
import { noticeCreated } from './notices.jobs.ts'
import { NOTICE_ORDER, RULES, speaks, thresholdFault } from './notices.rules.ts'
import {
  countNotices,
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

/** A new notice; one a day for the same `about`. `value` is in the rule's unit and compared with its threshold. */
export type NewNotice = {
  kind: RuleKind
  about: string
  /** short; default: the name of the kind */
  title?: string
  text: string
  /** the console page where the person can act */
  to?: string
  value?: number
  /** for conditions that are checked repeatedly: reported once a day; after that only the text is updated, without marking it unread */
  lasting?: boolean
  /** sent to holders of these roles, unless the rule names roles itself */
  roleIds?: readonly string[]
}

/** One notice a day for the same `about`, with a counter. `to` is the page where the person can act. */
export type PersonalNotice = {
  /** default: `account-security` */
  kind?: PersonalKind
  accountId: string
  about: string
  title: string
  text: string
  to: string
}
const PERSONAL_LEVELS: Readonly<Record<PersonalKind, Notice['level']>> = {
  'account-security': 'urgent',
  'approval-decided': 'info',
  'weekly-report': 'info',
}

const READ_STATES = Object.keys(NOTICE_READ_STATES) as NoticeReadState[]

/** How long notices are kept and shown. */
const KEPT_MS = 30 * 86_400_000

export function noticesService(deps: {
  clock: Clock
  newId: NewId
  access: Pick<AccessService, 'roles'>
  jobs: Pick<Jobs, 'emit'>
}) {
  const now = (): Date => new Date(deps.clock.now())
  const since = (): Date => new Date(deps.clock.now() - KEPT_MS)

  const service = {
    /**
     * For other features: sends a notice if its rule in 预警配置 allows it. Runs in the transaction of the event, so that nothing is reported
     * that was rolled back.
     */
    async tell(tx: Tx, notice: NewNotice): Promise<void> {
      const rule = await service.rule(tx, notice.kind)
      if (!speaks(rule, RULES[notice.kind], notice.value)) return
      const id = deps.newId()
      const isNew = await tellNotice(
        tx,
        {
          id,
          kind: notice.kind,
          about: notice.about,
          day: formatChinaDate(deps.clock.now()),
          level: rule.level,
          title: notice.title ?? NOTICE_KINDS[notice.kind],
          text: notice.text,
          to: notice.to ?? null,
          roleIds: rule.roleIds.length > 0 ? rule.roleIds : [...(notice.roleIds ?? [])],
          at: now(),
          createdAt: now(),
        },
        notice.lasting === true,
      )
      if (isNew) await deps.jobs.emit(tx, noticeCreated, { noticeId: id })
    },

    /** A notice about what concerns one person: only for this person, independent of the rules. */
    async tellPerson(tx: Tx, { kind = 'account-security', ...notice }: PersonalNotice): Promise<void> {
      const row = {
        ...notice,
        id: deps.newId(),
        kind,
        day: formatChinaDate(deps.clock.now()),
        level: PERSONAL_LEVELS[kind],
        roleIds: [],
        at: now(),
        createdAt: now(),
      }
      await tellNotice(tx, row, false)
    },

    /** The current setting of a rule, for code that looks for the condition. */
    rule: async (tx: Tx, kind: RuleKind): Promise<WarningRule> => ruleView(kind, await findRule(tx, kind)),

    async queryWarningRules(tx: Tx): Promise<WarningRule[]> {
      const rows = new Map((await findRules(tx)).map((row) => [row.kind, row]))
      return NOTICE_ORDER.map((kind) => ruleView(kind, rows.get(kind)))
    },

    async updateWarningRule(tx: Tx, call: Call, input: InputOf<Endpoints['updateWarningRule']>): Promise<WarningRule> {
      const { kind, version, ...given } = input
      const fault = thresholdFault(RULES[kind], given.threshold)
      if (fault !== undefined) throw invalidField('threshold', fault)
      const roleIds = [...new Set(given.roleIds)]
      if ((await deps.access.roles.byIds(tx, roleIds)).length < roleIds.length)
        throw invalidField('roleIds', '有角色已被删除，请刷新后再选')
      const fields = { ...given, roleIds }
      const before = ruleView(kind, await findRule(tx, kind))
      const saved = await saveRule(tx, { ...fields, kind, version }, now())
      if (!saved) throw new Refusal('stale', { current: ruleView(kind, await findRule(tx, kind)) })
      const after = ruleView(kind, saved)
      call.notes.object('warning-rule', kind, after.title)
      noteChanges(call.notes, fields, before, after)
      return after
    },

    async queryNotices(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['queryNotices']>,
    ): Promise<OutputOf<Endpoints['queryNotices']>> {
      const reader = readerOf(call.actor)
      const { kind, keyword } = input
      const filter = { unread: input.unread === 'true', kind, keyword, since: since() }
      const { rows, ...count } = await findNotices(tx, reader, filter, input)
      const unreadCount = await countUnread(tx, reader, since())
      return { list: rows.map(noticeView), ...count, page: input.page, pageSize: input.pageSize, unreadCount }
    },

    getNoticeCountByState: (
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['getNoticeCountByState']>,
    ): Promise<OutputOf<Endpoints['getNoticeCountByState']>> =>
      countNotices(tx, readerOf(call.actor), { ...input, since: since() }, READ_STATES),

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
