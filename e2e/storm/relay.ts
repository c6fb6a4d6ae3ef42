import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** What is passed on, and on which connection: by the port that PostgreSQL knows it by. */
export type Passing = { from: 'node' | 'database'; bytes: Buffer; port: number }

/** The relay between a node and its database: `cut` ends and refuses connections, `silence` keeps them but passes nothing on. */
export type Relay = {
  readonly port: number
  cut(): void
  silence(): void
  heal(): void
  /** The listener is called with everything that is about to be passed on; it is passed on after the listener has returned. */
  listen(listener: (passing: Passing) => void): void
  close(): Promise<void>
}

type Pair = { near: Socket; far: Socket }

/** `to`: called for each connection, because a database that was ended may return on another port. */
export async function openRelay(to: () => { host: string; port: number }): Promise<Relay> {
  let mode: 'open' | 'cut' | 'silent' = 'open'
  let listener: ((passing: Passing) => void) | undefined
  const pairs = new Set<Pair>()
  const held = new Set<Socket>()
  const endAll = (): void => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    for (const socket of held) socket.destroy()
    held.clear()
  }
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    if (mode === 'cut') return void near.destroy()
    if (mode === 'silent') {
      near.pause()
      held.add(near)
      near.once('close', () => held.delete(near))
      return undefined
    }
    const far = connect(to())
    const pair = { near, far }
    pairs.add(pair)
    far.on('error', () => far.destroy())
    const pass = (from: Socket, into: Socket): void => {
      from.on('data', (bytes: Buffer) => {
        // What arrives while nothing is passed on is lost, as in a broken network.
        if (mode !== 'open') return
        listener?.({ from: from === near ? 'node' : 'database', bytes, port: far.localPort ?? 0 })
        into.write(bytes)
      })
      from.once('close', () => {
        // While silent, the end of the other side's connection is not passed on.
        if (mode === 'silent') return
        into.destroy()
        pairs.delete(pair)
      })
    }
    pass(near, far)
    pass(far, near)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut'
      endAll()
    },
    silence: () => void (mode = 'silent'),
    heal() {
      // A stream that has lost a part cannot continue.
      if (mode === 'silent') endAll()
      pairs.clear()
      mode = 'open'
    },
    listen: (reported) => void (listener = reported),
    close: () =>
      new Promise((resolve) => {
        endAll()
        server.close(() => resolve())
      }),
  }
}
