import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRelay } from './relay.ts'
import type { Relay } from './relay.ts'

let echo: Server
let relay: Relay
beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  relay = await openRelay(() => ({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port }))
})
afterEach(async () => {
  await relay.close()
  echo.close()
})

const caller = (): Socket => {
  const socket = connect(relay.port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  return socket
}
// Not with events.once, which would fail on a reset that may be reported before the close.
const hungUp = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))
const exchange = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes.toString()
}

it('a cut connection is closed, and new ones are refused until it is healed', async () => {
  const before = caller()
  expect(await exchange(before, 'a')).toBe('a')
  const end = hungUp(before)
  relay.cut()
  await end
  await hungUp(caller())
  relay.heal()
  const after = caller()
  expect(await exchange(after, 'b')).toBe('b')
  after.destroy()
})

it('a silent connection stays open and receives nothing; after healing it is closed, because a part was lost', async () => {
  const before = caller()
  expect(await exchange(before, 'a')).toBe('a')
  relay.silence()
  let heard = ''
  before.on('data', (bytes: Buffer) => (heard += bytes.toString()))
  before.write('lost')
  const during = caller()
  await once(during, 'connect')
  const ends = [hungUp(before), hungUp(during)]
  relay.heal()
  await Promise.all(ends)
  expect(heard).toBe('')
})

it('a listener gets both sides’ messages before they are passed on', async () => {
  const heard: string[] = []
  relay.listen(({ from, bytes }) => void heard.push(`${from} ${bytes.toString()}`))
  const socket = caller()
  expect(await exchange(socket, 'a')).toBe('a')
  expect(heard).toEqual(['node a', 'database a'])
  socket.destroy()
})
