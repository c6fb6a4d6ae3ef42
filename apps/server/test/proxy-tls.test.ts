import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointName } from '@huoqiao/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { WEBHOOK_SECRET } from '../src/features/alerts/receivers.testing.ts'
import { blank, openBucket, sender } from '../src/features/files/files.testing.ts'
import type { Bucket } from '../src/features/files/files.testing.ts'
import { makeCertificate } from './certificate.ts'
import { createEmptyDatabase } from './cluster.ts'
import { caller } from './harness.ts'
import { openNobody } from './nobody.ts'
import { openProxy } from './proxy.ts'
import type { TestProxy } from './proxy.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * Remotes with TLS behind a proxy, whose certificates the operator gave to the server (NODE_EXTRA_CA_CERTS, read when a process starts). Only
 * the proxy knows their names.
 */
const NAMES = ['mail.test', 'bucket.test', 'receiver.test']
const given = makeCertificate(...NAMES)
const unknown = makeCertificate(...NAMES)
const ofAnother = makeCertificate('elsewhere.test')
let server: ServerProcess
let proxy: TestProxy
let bucket: Bucket
let token: string
const mails: string[] = []
const ports = { mail: 0, startTls: 0, unknownMail: 0, otherMail: 0, receiver: 0 }
const closing: (() => unknown)[] = []

async function mailServer(certificate: typeof given, secure: boolean): Promise<number> {
  const smtp = new SMTPServer({
    ...certificate,
    secure,
    logger: false,
    authOptional: true,
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        mails.push(session.secure ? 'encrypted' : 'plain')
        done(null, 'queued')
      })
    },
  })
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => smtp.close())
  return (smtp.server.address() as AddressInfo).port
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-proxy-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'given.pem')
  await writeFile(file, `${given.cert}${ofAnother.cert}`)
  ports.mail = await mailServer(given, true)
  ports.startTls = await mailServer(given, false)
  ports.unknownMail = await mailServer(unknown, true)
  ports.otherMail = await mailServer(ofAnother, true)
  bucket = await openBucket(given)
  closing.push(() => bucket.close())
  const receiver = createServer(given, (request, response) => void request.resume().on('end', () => response.end('ok')))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  closing.push(() => receiver.close())
  ports.receiver = (receiver.address() as AddressInfo).port
  proxy = await openProxy()
  closing.push(() => proxy.close())
  const nobody = await openNobody()
  closing.push(() => nobody.close())
  const database = await createEmptyDatabase(inject('testCluster'))
  closing.push(() => database.drop())
  server = await startServerProcess({
    databaseUrl: database.url,
    dataDir: folder,
    secretKey: randomBytes(32).toString('hex'),
    simulator: nobody.origin,
    settings: { NODE_EXTRA_CA_CERTS: file },
  })
  closing.push(() => server.stop())
  token = await caller(server.url).login('admin', 'admin888')
  await set('network.proxyAddress', proxy.origin)
  for (const key of ['network.proxyAlerts', 'network.proxyMail', 'network.proxyStorage']) await set(key, 'own')
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})
beforeEach(() => {
  proxy.tunnels.length = 0
  mails.length = 0
})

type Answer = { code: number; data: { id: string; key: string; version: number; why?: string } }
const call = (name: EndpointName, input: object = {}): Promise<Answer> =>
  caller(server.url).call(name, input, token) as Promise<Answer>
async function set(key: string, value: string): Promise<void> {
  const { data } = (await call('querySystemConfig')) as unknown as { data: Answer['data'][] }
  const { version } = data.find((one) => one.key === key)!
  expect(await call('updateSystemConfig', { key, value, version })).toMatchObject({ code: 200 })
}
let made = 0
async function sent(channel: object): Promise<Answer> {
  const added = await call('addAlertChannel', { name: `渠道 ${(made += 1)}`, ...channel })
  expect(added).toMatchObject({ code: 200 })
  return call('sendTestAlert', { id: added.data.id })
}
const mail = (port: number, security: 'tls' | 'starttls', host = 'mail.test') =>
  sent({ kind: 'email', host, port, security, sender: 'a@shop.cn', recipients: ['b@shop.cn'] })
const why = (words: string) => ({ code: 400, data: { why: expect.stringContaining(words) as unknown } })

it('mails leave through the proxy of the settings, encrypted from the start or after STARTTLS', async () => {
  expect(await mail(ports.mail, 'tls')).toMatchObject({ code: 200, data: { state: 'sent' } })
  expect(await mail(ports.startTls, 'starttls')).toMatchObject({ code: 200, data: { state: 'sent' } })
  expect(mails).toEqual(['encrypted', 'encrypted'])
  expect(proxy.tunnels).toEqual([`mail.test:${ports.mail}`, `mail.test:${ports.startTls}`])
})

it('files go to the object storage and back through it', async () => {
  const { port } = new URL(bucket.origin)
  for (const [key, value] of Object.entries({
    s3Endpoint: `https://bucket.test:${port}`,
    s3Bucket: 'goods',
    s3Region: 'cn-test',
    s3AccessKeyId: 'key',
    s3SecretKey: 'very-secret',
    storage: 's3',
  }))
    await set(`files.${key}`, value)
  const bytes = await blank(6, 6).png().toBuffer()
  const { code, data } = await sender(server.url, token)('upload', bytes)
  expect(code).toBe(200)
  expect(bucket.objects.size).toBe(1)
  const back = await fetch(`${server.url}${new URL(data.url, server.url).pathname}`)
  expect(back.status).toBe(200)
  expect(new Set(proxy.tunnels)).toEqual(new Set([`bucket.test:${port}`]))
})

it('alerts reach a receiver with a certificate that the operator trusts', async () => {
  const secretAddress = `https://receiver.test:${ports.receiver}/hook`
  expect(await sent({ kind: 'webhook', secretAddress, signingSecret: WEBHOOK_SECRET })).toMatchObject({ code: 200 })
  expect(proxy.tunnels).toEqual([`receiver.test:${ports.receiver}`])
})

it('the remote’s certificate is told apart from the proxy: not trusted, of another name, and a target that it does not open', async () => {
  expect(await mail(ports.unknownMail, 'tls')).toMatchObject(why('不能信任邮件服务器的 TLS 证书'))
  expect(await mail(ports.otherMail, 'tls')).toMatchObject(why('证书不是这个域名的'))
  expect(await mail(465, 'tls', 'mail.invalid')).toMatchObject(why('代理服务器没有接通邮件服务器'))
  await set('files.s3Endpoint', 'https://bucket.invalid')
  const refused = await sender(server.url, token)('upload', await blank(7, 7).png().toBuffer())
  expect(refused).toMatchObject({
    data: { refusal: 'storage-failed', why: expect.stringContaining('代理服务器没有接通对象存储') as unknown },
  })
  expect(mails).toEqual([])
  await set('network.proxyAddress', 'http://127.0.0.1:2')
  expect(await mail(ports.mail, 'tls')).toMatchObject(why('连不上代理服务器，请求没有到邮件服务器那里'))
})
