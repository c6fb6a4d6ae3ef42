import { randomBytes } from 'node:crypto'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { WORKER_SECRET } from '@huoqiao/contract/system-config/system-config.endpoints'
import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { ProxyChoice, Reached } from '../../platform/outward.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { CONFIG_KEYS, isConfigName } from './config.keys.ts'
import type { ConfigKey, ConfigName, SecretName, SettingName, SettingValue } from './config.keys.ts'
import { faultOf } from './system-config.rules.ts'
import { findConfig, findConfigs, saveConfig } from './system-config.store.ts'
import type { ConfigRow } from './system-config.store.ts'
import { configView } from './system-config.view.ts'

type Endpoints = typeof ENDPOINTS
export type SystemConfigService = ReturnType<typeof systemConfigService>

const PROXY_SETTINGS = {
  '1688': 'network.proxy1688',
  shopify: 'network.proxyShopify',
  alerts: 'network.proxyAlerts',
  mail: 'network.proxyMail',
  storage: 'network.proxyStorage',
  translation: 'network.proxyTranslation',
} as const satisfies Record<Reached, SettingName>

export function systemConfigService(deps: { clock: Clock; secrets: SecretBox }) {
  const now = (): Date => new Date(deps.clock.now())
  const named = (name: string): ConfigName => {
    if (!isConfigName(name)) throw new Refusal('not-found')
    return name
  }
  const save = async (
    tx: Tx,
    call: Call,
    seen: { name: ConfigName; version: number },
    kept: Pick<ConfigRow, 'value' | 'sealed'>,
  ): Promise<ConfigEntry> => {
    const key: ConfigKey = CONFIG_KEYS[seen.name]
    const fields = { key: seen.name, ...kept, updatedBy: call.actor.name, updatedAt: now() }
    const saved = await saveConfig(tx, seen.version, fields)
    if (!saved) throw new Refusal('stale', { current: configView(seen.name, key, await findConfig(tx, seen.name)) })
    return configView(seen.name, key, saved)
  }

  const service = {
    /**
     * For other features: the current value of a setting. One row is read from the database each time, so that a change is effective in
     * every process at once.
     */
    async setting<K extends SettingName>(tx: Tx, name: K): Promise<SettingValue<K>> {
      const key: ConfigKey = CONFIG_KEYS[name]
      const kept = (await findConfig(tx, name))?.value
      // A stored value that a newer version no longer allows is ignored.
      const usable = kept !== null && kept !== undefined && faultOf(key, kept) === undefined
      return (usable ? kept : CONFIG_KEYS[name].value) as SettingValue<K>
    },

    /** The proxy for connections of this process to `to`. */
    async proxyChoice(tx: Tx, to: Reached): Promise<ProxyChoice> {
      const way = await service.setting(tx, PROXY_SETTINGS[to])
      const address = way === 'own' ? await service.setting(tx, 'network.proxyAddress') : ''
      // Own proxy without an address: connections must fail instead of going out directly, because a proxy was chosen.
      if (way === 'own' && address === '') return { address: 'http://proxy.invalid', user: '', password: '' }
      if (way !== 'own') return way
      return {
        address,
        user: await service.setting(tx, 'network.proxyUser'),
        password: (await service.secret(tx, 'network.proxyPassword')) ?? '',
      }
    },

    /** A stored secret, decrypted, for code that sends it to the other system; undefined: none is stored. */
    async secret(tx: Tx, name: SecretName): Promise<string | undefined> {
      const sealed = (await findConfig(tx, name))?.sealed
      return sealed ? deps.secrets.open(sealed) : undefined
    },

    async querySystemConfig(tx: Tx, group: string | undefined): Promise<ConfigEntry[]> {
      const rows = new Map((await findConfigs(tx)).map((row) => [row.key, row]))
      return Object.entries(CONFIG_KEYS)
        .filter(([, key]) => group === undefined || key.group === group)
        .map(([name, key]) => configView(name, key, rows.get(name)))
    },

    async updateSystemConfig(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['updateSystemConfig']>,
    ): Promise<ConfigEntry> {
      const name = named(input.key)
      const key: ConfigKey = CONFIG_KEYS[name]
      const before = await findConfig(tx, name)
      const view = configView(name, key, before)
      const isSecret = key.type === 'secret'
      // Noted before anything may be refused: otherwise the log would record the input, which contains the secret.
      call.notes.object('system-config', name, key.title)
      if (isSecret) call.notes.change(name, view.hasSecret ? '***' : null, '***')
      const value = typeof input.value === 'string' ? input.value.trim() : input.value
      const fault = faultOf(key, value)
      if (fault !== undefined) throw invalidField('value', fault)
      const kept = isSecret ? { value: null, sealed: deps.secrets.seal(String(value)) } : { value, sealed: null }
      const saved = await save(tx, call, { name, version: input.version }, kept)
      if (!isSecret) call.notes.change(name, view.value, value)
      return saved
    },

    async createWorkerSecret(
      tx: Tx,
      call: Call,
      { version }: InputOf<Endpoints['createWorkerSecret']>,
    ): Promise<OutputOf<Endpoints['createWorkerSecret']>> {
      const name = WORKER_SECRET
      const before = await findConfig(tx, name)
      call.notes.object('system-config', name, CONFIG_KEYS[name].title)
      call.notes.change(name, before?.sealed ? '***' : null, '***')
      const secret = randomBytes(32).toString('hex')
      const entry = await save(tx, call, { name, version }, { value: null, sealed: deps.secrets.seal(secret) })
      return { secret, entry }
    },

    async deleteSystemConfig(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['deleteSystemConfig']>,
    ): Promise<ConfigEntry> {
      const name = named(input.key)
      const key: ConfigKey = CONFIG_KEYS[name]
      const before = await findConfig(tx, name)
      if (!before) {
        if (input.version !== 0) throw new Refusal('stale', { current: configView(name, key, undefined) })
        return configView(name, key, undefined)
      }
      const saved = await save(tx, call, { name, version: input.version }, { value: null, sealed: null })
      call.notes.object('system-config', name, key.title)
      call.notes.change(name, key.type === 'secret' ? '***' : before.value, saved.value)
      return saved
    },
  }
  return service
}
