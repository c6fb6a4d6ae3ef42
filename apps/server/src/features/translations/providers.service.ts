import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ProviderFields, TranslationProvider } from '@huoqiao/contract/translations/providers.schema'
import { PICTURE_READERS, PROVIDER_ADDRESSES, PROVIDER_KINDS } from '@huoqiao/contract/translations/providers.status'
import type { ProviderKind } from '@huoqiao/contract/translations/providers.status'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { INSIDE } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { HOW_TO_HAVE_ONE, NO_READER } from './pictures.view.ts'
import type { OpenProvider } from './provider.types.ts'
import { findProvider, findProviders, insertProvider, removeProvider, saveProvider } from './providers.store.ts'
import type { ProviderRow } from './providers.store.ts'
import { providerView } from './providers.view.ts'
import type { SpendingService } from './spending.service.ts'

type Endpoints = typeof ENDPOINTS
type Update = InputOf<Endpoints['updateTranslationProvider']>
export type ProvidersService = ReturnType<typeof providersService>
type Deps = {
  db: Db
  clock: Clock
  newId: NewId
  secrets: SecretBox
  out: Pick<Outward, 'refuses'>
  spending: SpendingService
}

const MOST_PROVIDERS = 20
const SAMPLE = '收纳盒 30 cm'

export function providersService({ db, clock, newId, secrets, out, spending }: Deps) {
  const now = (): Date => new Date(clock.now())
  const view = async (tx: Tx, row: ProviderRow): Promise<TranslationProvider> =>
    providerView(row, await spending.spentThisMonth(tx, row.id))
  const taken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error, 'translation_provider_name'))
      throw new Refusal('name-taken', { why: `已有名为“${name}”的翻译服务` })
    throw error
  }

  async function addressOf(kind: ProviderKind, typed: string): Promise<string> {
    const address = (typed || PROVIDER_ADDRESSES[kind]).replace(/\/{1,9}$/, '')
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (
      url === undefined ||
      !/^https?:$/.test(url.protocol) ||
      url.username !== '' ||
      url.search !== '' ||
      url.hash !== ''
    )
      throw invalidField('address', `应为网址，例如 ${PROVIDER_ADDRESSES[kind]}，不带用户名和参数`)
    if (await out.refuses(address)) throw invalidField('address', INSIDE)
    return address
  }

  async function columnsOf(kind: ProviderKind, fields: Update | ProviderFields, before: ProviderRow | undefined) {
    const { secretKey, name, enabled, position, keyId, region, model, tone, timeoutSeconds, ...money } = fields
    if (secretKey === undefined && before === undefined) throw invalidField('secretKey', '请填写接口密钥')
    if (kind === 'aliyun' && keyId === '') throw invalidField('keyId', '请填写 AccessKey ID')
    if (kind === 'openai' && model === '') throw invalidField('model', '请填写模型名称')
    const address = await addressOf(kind, fields.address)
    // A new address needs a new key, so that the stored key is never sent to another host.
    if (before !== undefined && before.address !== address && secretKey === undefined)
      throw invalidField('secretKey', '换地址时请重新填写密钥')
    if (fields.readsPictures && !PICTURE_READERS.includes(kind))
      throw invalidField('readsPictures', `${PROVIDER_KINDS[kind]}只翻译文字，不能识别图片上的文字`)
    const { pricePerMillion, monthlyBudget, readsPictures, pricePerPicture } = money
    return {
      name,
      enabled,
      position,
      keyId,
      region,
      model,
      tone,
      timeoutSeconds,
      pricePerMillion,
      monthlyBudget,
      readsPictures,
      pricePerPicture,
      address,
      ...(secretKey === undefined ? {} : { sealedKey: secrets.seal(secretKey) }),
    }
  }

  const opened = (row: ProviderRow): OpenProvider => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.address,
    keyId: row.keyId,
    key: secrets.open(row.sealedKey),
    region: row.region,
    model: row.model,
    tone: row.tone,
    timeoutMs: row.timeoutSeconds * 1000,
  })

  const service = {
    opened,

    async queryTranslationProviders(tx: Tx): Promise<OutputOf<Endpoints['queryTranslationProviders']>> {
      const list: TranslationProvider[] = []
      for (const row of await findProviders(tx)) list.push(await view(tx, row))
      return list
    },

    /** The chosen provider, or the first enabled one; undefined: there is none. */
    async providerFor(tx: Tx, id: string | undefined): Promise<ProviderRow | undefined> {
      if (id === undefined) return (await findProviders(tx)).find(({ enabled }) => enabled)
      const row = await findProvider(tx, id)
      if (row === undefined) throw new Refusal('not-found', { why: '翻译服务不存在或已被删除' })
      if (!row.enabled) throw new Refusal('state-not-allowed', { why: `翻译服务“${row.name}”已停用` })
      return row
    },

    hasPictureReader: async (tx: Tx): Promise<boolean> =>
      (await findProviders(tx)).some(({ enabled, readsPictures }) => enabled && readsPictures),

    /** The chosen provider, or the first one, among the providers that read pictures. */
    async pictureReaderFor(tx: Tx, id: string | undefined): Promise<ProviderRow> {
      const row =
        id === undefined
          ? (await findProviders(tx)).find(({ enabled, readsPictures }) => enabled && readsPictures)
          : await service.providerFor(tx, id)
      if (row === undefined)
        throw new Refusal('state-not-allowed', {
          why: NO_READER,
          next: [{ label: HOW_TO_HAVE_ONE }],
        })
      if (!row.readsPictures) throw new Refusal('state-not-allowed', { why: `翻译服务“${row.name}”没有打开识别图片` })
      return row
    },

    async addTranslationProvider(tx: Tx, call: Call, fields: ProviderFields): Promise<TranslationProvider> {
      if ((await findProviders(tx)).length >= MOST_PROVIDERS)
        throw new Refusal('too-large', { msg: '翻译服务太多', why: `最多 ${MOST_PROVIDERS} 个` })
      const columns = await columnsOf(fields.kind, fields, undefined)
      const row = await insertProvider(tx, {
        ...columns,
        id: newId(),
        kind: fields.kind,
        sealedKey: columns.sealedKey!,
        createdAt: now(),
        updatedAt: now(),
      }).catch(taken(fields.name))
      call.notes.object('translation-provider', row.id, row.name)
      return view(tx, row)
    },

    async updateTranslationProvider(
      tx: Tx,
      call: Call,
      { id, version, ...fields }: Update,
    ): Promise<TranslationProvider> {
      const before = await findProvider(tx, id, 'update')
      if (before === undefined) throw new Refusal('not-found')
      const columns = await columnsOf(before.kind, { id, version, ...fields }, before)
      const saved = await saveProvider(tx, id, version, columns, now()).catch(taken(fields.name))
      if (saved === undefined) throw new Refusal('stale', { current: await view(tx, before) })
      call.notes.object('translation-provider', id, saved.name)
      const { sealedKey, ...plain } = columns
      noteChanges(call.notes, plain, before, saved)
      // The log records only that the key was replaced.
      if (sealedKey !== undefined) call.notes.change('secretKey', '（已保存）', '（已更换）')
      return view(tx, saved)
    },

    async deleteTranslationProvider(
      tx: Tx,
      call: Call,
      { id, version }: { id: string; version: number },
    ): Promise<null> {
      const before = await findProvider(tx, id)
      if (before === undefined) throw new Refusal('not-found')
      if (!(await removeProvider(tx, id, version))) throw new Refusal('stale', { current: await view(tx, before) })
      call.notes.object('translation-provider', id, before.name)
      call.notes.change('deleted', before.name, null)
      return null
    },

    async testTranslationProvider(
      call: Call,
      { id }: { id: string },
    ): Promise<OutputOf<Endpoints['testTranslationProvider']>> {
      const row = await findProvider(db.handle, id)
      if (row === undefined) throw new Refusal('not-found')
      call.notes.object('translation-provider', id, row.name)
      const texts = [{ id: '0', text: SAMPLE, format: 'plain' as const, most: null, terms: [] }]
      const asked = await spending.ask(
        opened(row),
        { from: 'zh-CN', to: 'en', texts, facts: { title: SAMPLE, type: '' } },
        { taskId: null, by: call.actor.name, signal: call.signal },
      )
      const text = asked.result === 'done' ? asked.texts.get('0') : undefined
      if (asked.result === 'done' && text !== undefined)
        return { source: SAMPLE, text, chars: asked.chars ?? SAMPLE.length }
      throw new Refusal('provider-failed', {
        why: asked.result === 'done' ? '答复里没有译文' : asked.why,
        ...(asked.result === 'stopped' ? { next: [{ label: asked.next }] } : {}),
        ...(asked.exchange.response === '' ? {} : { exchange: asked.exchange }),
      })
    },
  }
  return service
}
