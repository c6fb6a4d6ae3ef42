import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { instant, version } from '../wire.ts'

/** A setting with type and default. A secret can be set but is never returned, only whether it is stored. */
export const configEntry = z.object({
  key: z.string(),
  group: z.string(),
  title: z.string(),
  help: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'choice', 'secret']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  unit: z.string().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  defaultValue: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  isDefault: z.boolean(),
  hasSecret: z.boolean(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
  version,
})
export type ConfigEntry = z.infer<typeof configEntry>

/** The setting whose secret is generated here instead of typed. */
export const WORKER_SECRET = 'sync.workerSecret'

const base = '/admin/systemConfig'

export const systemConfigEndpoints = defineEndpoints({
  querySystemConfig: {
    feature: 'system-config',
    method: 'GET',
    path: `${base}/querySystemConfig`,
    mode: 'get',
    right: 'granted',
    title: '查询系统参数',
    logged: false,
    object: 'system-config',
    labels: { group: '分组' },
    input: z.object({ group: z.string().max(64).optional() }),
    output: z.array(configEntry),
    refusals: [],
    lists: ['system-config'],
  },
  updateSystemConfig: {
    feature: 'system-config',
    method: 'POST',
    path: `${base}/updateSystemConfig`,
    mode: 'postjson',
    right: 'granted',
    title: '修改系统参数',
    logged: true,
    object: 'system-config',
    input: z.object({
      key: z.string().min(1).max(64),
      value: z.union([z.string().max(4000), z.number(), z.boolean()]).default(''),
      version,
    }),
    output: configEntry,
    refusals: ['not-found', 'stale'],
    lists: ['system-config'],
  },
  /**
   * Generates a secret for external workers that push and sign their results (`receiveSyncShopifyResult`): returned only in this answer,
   * and stored encrypted. An earlier secret becomes invalid.
   */
  createWorkerSecret: {
    feature: 'system-config',
    method: 'POST',
    path: `${base}/createWorkerSecret`,
    mode: 'postjson',
    right: 'granted',
    title: '生成结果回传密钥',
    logged: true,
    object: 'system-config',
    input: z.object({ version }),
    output: z.object({ secret: z.string(), entry: configEntry }),
    refusals: ['stale'],
    lists: ['system-config'],
  },
  /** Resets it to the default. */
  deleteSystemConfig: {
    feature: 'system-config',
    method: 'POST',
    path: `${base}/deleteSystemConfig`,
    mode: 'postjson',
    right: 'granted',
    title: '恢复默认参数',
    logged: true,
    object: 'system-config',
    input: z.object({ key: z.string().min(1).max(64), version }),
    output: configEntry,
    refusals: ['not-found', 'stale'],
    lists: ['system-config'],
  },
})
