import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAppAlone } from '../../../test/app-alone.ts'
import type { TestApp } from '../../../test/harness.ts'
import { secretBox } from '../../platform/secrets.ts'

type Mail = { from: string; to: string[]; raw: string; user: string | undefined; isEncrypted: boolean }

let app: TestApp
let mails: Mail[] = []
const open: { close(): void }[] = []
beforeAll(async () => {
  app = await startAppAlone()
})
beforeEach(() => {
  mails = []
})
afterAll(async () => {
  await app?.close()
  for (const one of open) one.close()
})

async function mailServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'alerts@shop.cn' && password === 'authcode') done(null, { user: username })
      else done(Object.assign(new Error('535 authentication failed'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) done(Object.assign(new Error('no such user'), { responseCode: 550 }))
      else done()
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          user: session.user,
          isEncrypted: session.secure,
        })
        done(null, 'queued as 1')
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  open.push({ close: () => server.close() })
  return (server.server.address() as AddressInfo).port
}

let made = 0
const channel = (port: number, change: object = {}) =>
  app.ok('addAlertChannel', {
    name: `邮件 ${(made += 1)}`,
    kind: 'email',
    host: '127.0.0.1',
    port,
    security: 'none',
    userName: 'alerts@shop.cn',
    password: 'authcode',
    sender: '货桥 <alerts@shop.cn>',
    recipients: ['buyer@shop.cn', 'boss@shop.cn'],
    ...change,
  })
const test = async (port: number, change: object = {}) =>
  app.call('sendTestAlert', { id: (await channel(port, change)).id })
const failed = (why: string) => ({ code: 400, data: { why: expect.stringContaining(why) as unknown } })

it('a mail reaches every recipient, after logging in, with its subject and text', async () => {
  expect(await test(await mailServer())).toMatchObject({
    code: 200,
    data: { state: 'sent', answer: expect.stringContaining('queued as 1') as unknown },
  })
  expect(mails).toMatchObject([
    { from: 'alerts@shop.cn', to: ['buyer@shop.cn', 'boss@shop.cn'], user: 'alerts@shop.cn', isEncrypted: false },
  ])
  const words = mails[0]!.raw.replaceAll(/=\?UTF-8\?B\?([\w+/=]+)\?=\s*/gi, (_, coded: string) =>
    Buffer.from(coded, 'base64').toString(),
  )
  expect(words).toContain('【货桥】测试告警')
})

it('a recipient who is refused is named, and the others get the mail', async () => {
  const answer = await test(await mailServer(), { recipients: ['nobody@shop.cn', 'boss@shop.cn'] })
  expect(answer).toMatchObject({
    data: { state: 'sent', answer: expect.stringContaining('拒收：nobody@shop.cn') as unknown },
  })
  expect(mails).toMatchObject([{ to: ['boss@shop.cn'] }])
})

it('each failure has its own sentence: password, recipients, sender, certificate, encryption, port', async () => {
  const port = await mailServer()
  expect(await test(port, { password: 'wrong' })).toMatchObject(failed('不接受用户名或密码'))
  expect(await test(port, { recipients: ['nobody@shop.cn'] })).toMatchObject(failed('收件人被拒收（550）'))
  const strict = await mailServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('not your address'), { responseCode: 553 })),
  })
  expect(await test(strict)).toMatchObject(failed('发件人被拒绝（553）'))
  const encrypted = await mailServer({ secure: true })
  expect(await test(encrypted, { security: 'tls' })).toMatchObject(failed('不能信任邮件服务器的 TLS 证书'))
  const upgrading = await mailServer({ disabledCommands: [] })
  expect(await test(upgrading, { security: 'starttls' })).toMatchObject(failed('不能信任邮件服务器的 TLS 证书'))
  expect(await test(port, { security: 'tls' })).toMatchObject(failed('TLS'))
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const free = (closed.address() as AddressInfo).port
  await new Promise((resolve) => closed.close(resolve))
  expect(await test(free)).toMatchObject(failed('邮件服务器拒绝连接'))
  expect(mails).toEqual([])
})

it('a mail whose content was given and never answered is not known to be sent', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      const line = chunk.toString()
      if (line.includes('\r\n.\r\n')) socket.destroy()
      else if (line.startsWith('DATA')) socket.write('354 go on\r\n')
      else socket.write('250 ok\r\n'.repeat(line.trimEnd().split('\r\n').length))
    })
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await test(port, { userName: '', password: undefined })).toMatchObject(failed('不知道有没有送到'))
})

it('a server in the internal network is not connected to without the operator’s permission', async () => {
  const answer = await app.call('addAlertChannel', {
    name: '内部',
    kind: 'email',
    host: '10.1.2.3',
    port: 25,
    security: 'none',
    sender: 'a@b.cn',
    recipients: ['a@b.cn'],
  })
  expect(answer).toMatchObject({
    code: 422,
    data: { fields: { host: expect.stringContaining('HUOQIAO_INSIDE') as unknown } },
  })
})

it('such an address is not called if it was saved before the rule existed, of a mail server or of a webhook', async () => {
  const port = await mailServer()
  const strict = await startAppAlone({ inside: [] })
  open.push({ close: () => void strict.close() })
  const add = (change: object) => strict.ok('addAlertChannel', change)
  const mail = { kind: 'email', port, security: 'none', sender: 'a@b.cn', recipients: ['a@b.cn'] }
  const { id } = await add({ ...mail, name: '邮件', host: 'mail.example.com' })
  await strict.db.pool.query(`update alert_channel set host = '127.0.0.1' where id = $1`, [id])
  const hook = { kind: 'webhook', signingSecret: 'x'.repeat(16) }
  const other = await add({ ...hook, name: '接收', secretAddress: 'https://example.com/hook' })
  const sealed = secretBox(strict.secretKey).seal(`http://127.0.0.1:${port}/hook`)
  await strict.db.pool.query('update alert_channel set sealed_address = $2 where id = $1', [other.id, sealed])
  for (const channelId of [id, other.id])
    expect(await strict.call('sendTestAlert', { id: channelId })).toMatchObject(failed('在本机或内部网络'))
  expect(mails).toEqual([])
})
