import { z } from 'zod'
import { proxyFault } from './platform/proxy-environment.ts'

const proxy = z
  .string()
  .superRefine((address, context) => {
    const fault = proxyFault(address)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
  .optional()

/** Every setting of the process, read once; all errors are reported together. docs/operations.md explains each. */
const schema = z.object({
  HUOQIAO_HOST: z.string().default('127.0.0.1'),
  HUOQIAO_PORT: z.coerce.number().int().min(0).max(65_535).default(3688),
  HUOQIAO_DATA: z.string().default('data/server'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, '应以 postgres:// 开头')
    .optional(),
  HUOQIAO_SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '应为64位十六进制数字')
    .optional(),
  HUOQIAO_CONSOLE_DIR: z.string().optional(),
  /** address of the simulator: demo mode, with demo accounts and the simulator's shops */
  HUOQIAO_DEMO_SIMULATOR: z.url().optional(),
  HUOQIAO_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** one line for each request on standard output */
  HUOQIAO_ACCESS_LOG: z.enum(['true', 'false'], '应为 true 或 false').default('false'),
  /** whoever sends it may read /metrics from anywhere */
  HUOQIAO_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, '应为16到200个字符，不含空格')
    .optional(),
  HUOQIAO_TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  /** addresses in the internal network that the app may call although a user entered them: `host` or `host:port`, separated by commas */
  HUOQIAO_INSIDE: z
    .string()
    .regex(/^\s*[^\s,/@]+(\s*,\s*[^\s,/@]+)*\s*$/, '应为主机或主机:端口，用逗号分隔')
    .transform((text) => text.split(',').map((place) => place.trim()))
    .optional(),
  /** the usual variables for proxies, also accepted in lower case */
  HTTPS_PROXY: proxy,
  HTTP_PROXY: proxy,
  NO_PROXY: z.string().optional(),
  /** all: pages and jobs in one process; web or worker when several share one database */
  HUOQIAO_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** the first administrator's account name */
  HUOQIAO_ADMIN: z.string().min(1).max(64).default('admin'),
})
export type Env = z.infer<typeof schema>

export function readEnv(source: Record<string, string | undefined>): Env {
  const lower = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].map((name) => [name, source[name.toLowerCase()]] as const)
  const given = Object.fromEntries(
    [...lower, ...Object.entries(source)].filter(([, value]) => value !== '' && value !== undefined),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`环境变量有误：${faults.join('；')}`)
}
