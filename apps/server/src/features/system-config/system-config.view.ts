import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import type { ConfigKey } from './config.keys.ts'
import type { ConfigRow } from './system-config.store.ts'

/** The value of a secret is never returned, only whether one is stored. */
export function configView(name: string, key: ConfigKey, row: ConfigRow | undefined): ConfigEntry {
  const defaultValue = key.type === 'secret' ? null : key.value
  const kept = key.type === 'secret' ? null : (row?.value ?? null)
  return {
    key: name,
    group: key.group,
    title: key.title,
    help: key.help,
    type: key.type,
    ...(key.type === 'choice' ? { choices: key.choices.map((one) => ({ ...one })) } : {}),
    ...(key.type === 'number' ? { unit: key.unit } : {}),
    value: kept ?? defaultValue,
    defaultValue,
    isDefault: key.type === 'secret' ? !row?.sealed : kept === null || kept === defaultValue,
    hasSecret: Boolean(row?.sealed),
    updatedAt: row?.updatedAt.getTime() ?? null,
    updatedBy: row?.updatedBy ?? null,
    version: row?.version ?? 0,
  }
}
