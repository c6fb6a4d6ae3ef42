import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { bindControl } from './control/control.routes.ts'
import { openCore } from './core/open-core.ts'
import type { OwnedCore } from './core/open-core.ts'
import { alibabaVendor } from './vendors/1688/index.ts'
import { shopifyVendor } from './vendors/shopify/index.ts'

/** Pictures travel as base64 inside a form field; the platform takes some megabytes. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024

export type SimulatorOptions = {
  /** Folder of the simulator's own state. */
  dataDir: string
  /** Address that clients use, without trailing slash; by default the one it listens on. */
  origin?: string
  /** The seed of the whole world; equal seeds give equal worlds. */
  seed?: string
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** Keeps tables in memory only (for tests that do not restart the simulator). */
  memory?: boolean
  /** The clock that simulated time is derived from, epoch ms; the machine's clock by default. Tests use a fixed time. */
  realNow?: () => number
}

export type Simulator = {
  app: FastifyInstance
  core: OwnedCore
  /** Starts listening and returns the origin. Rejects when the port is taken. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Builds both simulated vendors and the control page as one HTTP application, which does not listen yet. */
export function buildSimulator(options: SimulatorOptions): Simulator {
  const host = options.host ?? '127.0.0.1'
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true, logger: false })
  const origin = (): string => {
    if (options.origin !== undefined) return options.origin
    const address = app.server.address() as AddressInfo | null
    const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    return `http://${reachable}:${address?.port ?? options.port ?? 3689}`
  }
  const core = openCore({
    dataDir: options.dataDir,
    seed: options.seed ?? 'huoqiao',
    memory: options.memory ?? false,
    origin,
    ...(options.realNow ? { realNow: options.realNow } : {}),
  })
  void app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES })
  const alibaba = alibabaVendor(app, core)
  const shopify = shopifyVendor(app, core)
  bindControl(app, core, { alibaba, shopify })
  app.addHook('onClose', () => core.close())
  return {
    app,
    core,
    listen: async () => {
      await app.listen({ port: options.port ?? 3689, host })
      return origin()
    },
    close: () => app.close(),
  }
}
