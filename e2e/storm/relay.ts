import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** What passes, and on which of the connections: by the port that PostgreSQL knows it by. */
export type Passing = { from: 'node' | 'database'; bytes: Buffer; port: number }

/** What lies between a node and its database: `cut` ends and refuses connections, `silence` keeps them and lets nothing through. */
export type Relay = {
  readonly port: number
  cut(): void
  silence(): void
  heal(): void
  /** Told of whatever is about to go on to the other side; it goes on once the listener has returned. */
  listen(listener: (passing: Passing) => void): void
  close(): Promise<void>
}

type Pair = { near: Socket; far: Socket }

/** `to`: asked for each connection, for a database that was ended may come back at another port. */
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
        // What arrives while nothing goes through is lost, as on a network that is cut.
        if (mode !== 'open') return
        listener?.({ from: from === near ? 'node' : 'database', bytes, port: far.localPort ?? 0 })
        into.write(bytes)
      })
      from.once('close', () => {
        // Whoever is cut off does not hear that the other side has hung up.
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
      // A stream of which a part was lost can't go on.
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
