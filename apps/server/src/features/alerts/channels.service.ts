import { randomBytes } from 'node:crypto'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { AlertChannel, AlertChannelFields } from '@huoqiao/contract/alerts/alerts.schema'
import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'
import type { Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { INSIDE } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { findAlertRules } from './alert-rules.store.ts'
import { channelView, usedBy } from './alerts.view.ts'
import { addressFault, whereOf } from './channel-address.rules.ts'
import {
  findChannel,
  findChannels,
  findLastMessages,
  findRulesOfChannel,
  insertChannel,
  removeChannel,
  saveChannel,
} from './channels.store.ts'
import type { ChannelRow } from './channels.store.ts'
import type { Destination } from './delivery.types.ts'
import { giveUpRetries, removeWaitingItems } from './messages.store.ts'

type Endpoints = typeof ENDPOINTS
type Update = InputOf<Endpoints['updateAlertChannel']>
export type ChannelsService = ReturnType<typeof channelsService>

const MOST_CHANNELS = 50
const SECRET_CHARS = 16
const SWITCHED_OFF = '渠道已停用，没有再发'

export function channelsService(deps: {
  clock: Clock
  newId: NewId
  secrets: SecretBox
  out: Pick<Outward, 'refuses'>
}) {
  const { secrets } = deps
  const now = (): Date => new Date(deps.clock.now())
  const sealed = (text: string | undefined): string | undefined => (text ? secrets.seal(text) : undefined)
  const opened = (text: string | null): string | undefined => (text === null ? undefined : secrets.open(text))
  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'alert_channel_name'))
      throw new Refusal('name-taken', { why: `已有名为“${name}”的告警渠道` })
    throw error
  }

  const refuseInside = async (field: string, url: string): Promise<void> => {
    if (await deps.out.refuses(url)) throw invalidField(field, INSIDE)
  }

  /** The columns for a submitted form. `before`: the stored row, whose secrets are kept if they are not entered again. */
  async function columnsOf(kind: ChannelKind, fields: Update | AlertChannelFields, before: ChannelRow | undefined) {
    const { name, enabled, host, port, security, userName, sender, recipients } = fields
    const plain = { name, enabled, host, port, security, userName, sender, recipients }
    if (kind === 'email') {
      await checkMail(fields, before)
      const place = `${host}:${port}`
      const password = sealed(fields.password)
      return { ...plain, place, ...(password === undefined ? {} : { sealedPassword: password }) }
    }
    const none = { host: '', port: 465, security: 'tls', userName: '', sender: '', recipients: [] } as const
    const address = fields.secretAddress || undefined
    if (address === undefined && before === undefined)
      throw invalidField('secretAddress', whereOf(kind) === '' ? '请填写地址' : `请填写地址：${whereOf(kind)}`)
    const place = address === undefined ? before!.place : await placeOf(kind, address)
    const secret = fields.signingSecret || undefined
    if (secret !== undefined && kind === 'webhook' && secret.length < SECRET_CHARS)
      throw invalidField('signingSecret', `至少${SECRET_CHARS}个字符`)
    if (secret !== undefined && kind === 'wecom')
      throw invalidField('signingSecret', '企业微信群机器人没有签名，留空即可')
    const isRemoved = secret === undefined && 'removeSecret' in fields && fields.removeSecret
    if (isRemoved && kind === 'webhook') throw invalidField('removeSecret', 'Webhook 一定要有签名密钥，可以换一个')
    // A secret belongs to its address: messages to a new address are never signed with the old secret.
    const moved = address !== undefined && before?.sealedAddress != null && opened(before.sealedAddress) !== address
    if (moved && before.sealedSecret !== null && secret === undefined && !isRemoved)
      throw invalidField('signingSecret', '换地址时请重新填写签名密钥')
    return {
      ...plain,
      ...none,
      recipients: [],
      place,
      ...(address === undefined ? {} : { sealedAddress: sealed(address)! }),
      ...(secret === undefined ? {} : { sealedSecret: sealed(secret)! }),
      ...(isRemoved ? { sealedSecret: null } : {}),
    }
  }

  async function placeOf(kind: ChannelKind, address: string): Promise<string> {
    const fault = addressFault(kind, address)
    if (fault !== undefined) throw invalidField('secretAddress', fault)
    await refuseInside('secretAddress', address)
    return new URL(address).host
  }

  async function checkMail(fields: Update | AlertChannelFields, before: ChannelRow | undefined): Promise<void> {
    const { host, port, userName, password, sender, recipients } = fields
    // Bounded: the contract limits the text to 200 characters.
    if (!/^[\p{L}\p{N}.-]+$|^\[?[\da-f:.]+\]?$/iu.test(host))
      throw invalidField('host', '应为邮件服务器的域名，例如 smtp.qq.com，不带 https:// 和端口')
    if (!/^([^<>\r\n]{0,100}<)?[^\s@<>]+@[^\s@<>]+>?$/.test(sender))
      throw invalidField('sender', '应为邮箱地址，或 名称 <邮箱地址>')
    if (recipients.length === 0) throw invalidField('recipients', '请至少填写一个收件人')
    const isElsewhere = before !== undefined && (before.host !== host || before.userName !== userName)
    if (userName !== '' && !password && (before?.sealedPassword == null || isElsewhere))
      throw invalidField('password', isElsewhere ? '换服务器或用户名时请重新填写密码' : '请填写登录密码或授权码')
    await refuseInside('host', `http://${host}:${port}`)
  }

  /** The log contains only that secrets were entered, not the secrets. */
  const noteSecrets = (call: Call, fields: Update | AlertChannelFields, before: ChannelRow | undefined): void => {
    const typed = {
      secretAddress: before?.sealedAddress,
      signingSecret: before?.sealedSecret,
      password: before?.sealedPassword,
    }
    for (const [field, kept] of Object.entries(typed))
      if (fields[field as keyof typeof typed]) call.notes.change(field, kept == null ? null : '***', '***')
  }
  const noteRemoved = (call: Call, before: ChannelRow, saved: ChannelRow): void => {
    if (before.sealedSecret !== null && saved.sealedSecret === null) call.notes.change('signingSecret', '***', null)
  }

  return {
    async queryAlertChannels(tx: Tx): Promise<AlertChannel[]> {
      const last = new Map((await findLastMessages(tx)).map((message) => [message.channelId, message]))
      const rules = await findAlertRules(tx)
      return (await findChannels(tx)).map((row) =>
        channelView(
          row,
          last.get(row.id),
          rules.filter(({ channelIds }) => channelIds.includes(row.id)).map(({ name }) => name),
        ),
      )
    },

    async addAlertChannel(tx: Tx, call: Call, fields: AlertChannelFields): Promise<AlertChannel> {
      if ((await findChannels(tx)).length >= MOST_CHANNELS)
        throw new Refusal('too-large', { why: `最多 ${MOST_CHANNELS} 个告警渠道` })
      // A webhook without a signature could be called by anybody.
      if (fields.kind === 'webhook' && !fields.signingSecret)
        throw invalidField(
          'signingSecret',
          `请填写签名密钥，接收方用它核对签名；例如 ${randomBytes(16).toString('hex')}`,
        )
      const columns = await columnsOf(fields.kind, fields, undefined)
      const row = await insertChannel(tx, {
        ...columns,
        kind: fields.kind,
        id: deps.newId(),
        createdAt: now(),
        updatedAt: now(),
      }).catch(nameTaken(fields.name))
      call.notes.object('alert-channel', row.id, row.name)
      noteSecrets(call, fields, undefined)
      return channelView(row, undefined, [])
    },

    async updateAlertChannel(tx: Tx, call: Call, input: Update): Promise<AlertChannel> {
      const { id, version, ...fields } = input
      const before = await findChannel(tx, id)
      if (!before) throw new Refusal('not-found')
      call.notes.object('alert-channel', id, before.name)
      const columns = await columnsOf(before.kind, input, before)
      const saved = await saveChannel(tx, id, version, columns, now()).catch(nameTaken(fields.name))
      const ruleNames = await findRulesOfChannel(tx, id)
      if (!saved) throw new Refusal('stale', { current: channelView(before, undefined, ruleNames) })
      if (!saved.enabled) {
        await removeWaitingItems(tx, id)
        await giveUpRetries(tx, id, SWITCHED_OFF, now())
      }
      const { name, enabled, host, port, security, userName, sender, recipients } = saved
      const plain = { name, enabled, host, port, security, userName, sender, recipients }
      noteChanges(call.notes, plain, before, saved)
      noteSecrets(call, input, before)
      noteRemoved(call, before, saved)
      return channelView(saved, undefined, ruleNames)
    },

    async deleteAlertChannel(tx: Tx, call: Call, input: InputOf<Endpoints['deleteAlertChannel']>): Promise<null> {
      const before = await findChannel(tx, input.id)
      if (!before) throw new Refusal('not-found')
      const ruleNames = await findRulesOfChannel(tx, input.id)
      if (ruleNames.length > 0) throw new Refusal('in-use', { why: `${usedBy(ruleNames)}，请先在规则里去掉它` })
      await giveUpRetries(tx, input.id, '渠道已被删除，没有再发', now())
      if (!(await removeChannel(tx, input.id, input.version)))
        throw new Refusal('stale', { current: channelView(before, undefined, []) })
      call.notes.object('alert-channel', before.id, before.name)
      call.notes.change('deleted', channelView(before, undefined, []), null)
      return null
    },

    /** With the secrets, for the sender. */
    destinationOf(row: ChannelRow): Destination {
      if (row.kind === 'email') return { ...row, kind: 'email', password: opened(row.sealedPassword) }
      return { kind: row.kind, address: opened(row.sealedAddress) ?? '', secret: opened(row.sealedSecret) }
    },
  }
}
