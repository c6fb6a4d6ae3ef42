import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Outward } from '../../platform/outward.ts'
import type { Delivery, Destination, Outgoing } from './delivery.types.ts'
import { mailFailure } from './mail.rules.ts'
import type { MailError } from './mail.rules.ts'

type MailDestination = Extract<Destination, { kind: 'email' }>

const CONNECT_MS = 10_000
const SILENT_MS = 20_000

/** Sends one mail over a connection that was checked like every other: addresses of the internal network need the operator's permission. */
export async function sendMail(
  deps: { out: Pick<Outward, 'connect'> },
  to: MailDestination,
  message: Outgoing,
): Promise<Delivery> {
  const sending = { isContentGiven: false }
  let socket: Socket | undefined
  try {
    socket = await deps.out.connect({ host: to.host, port: to.port, timeoutMs: CONNECT_MS })
    return { result: 'sent', answer: await converse(socket, to, message, sending) }
  } catch (error) {
    return mailFailure(error as MailError, sending)
  } finally {
    socket?.destroy()
  }
}

/** The whole SMTP session; returns the server's answer. `isContentGiven`: from then on the mail may have been accepted. */
async function converse(
  socket: Socket,
  to: MailDestination,
  message: Outgoing,
  sending: { isContentGiven: boolean },
): Promise<string> {
  // Loaded with the first mail: most installations send none.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const content = await contentOf(to, message)
  const smtp = new SMTPConnection({
    host: to.host,
    port: to.port,
    connection: socket,
    secure: to.security === 'tls',
    requireTLS: to.security === 'starttls',
    ignoreTLS: to.security === 'none',
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  })
  const failed = new Promise<never>((_, reject) => smtp.once('error', reject))
  const step = <T>(run: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> =>
    Promise.race([
      failed,
      new Promise<T>((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result as T)))),
    ])
  try {
    await step((done) => smtp.connect(done))
    if (to.userName !== '') await step((done) => smtp.login({ user: to.userName, pass: to.password ?? '' }, done))
    const stream = Readable.from(
      (function* () {
        sending.isContentGiven = true
        yield content
      })(),
    )
    const envelope = { from: bareAddress(to.sender), to: [...to.recipients] }
    const sent = await step<{ response: string; rejected: readonly string[] }>((done) =>
      smtp.send(envelope, stream, (error, info) => done(error, info)),
    )
    const partly = sent.rejected.length > 0 ? `（拒收：${sent.rejected.join('、')}）` : ''
    return `${sent.response}${partly}`.slice(0, 500)
  } finally {
    smtp.close()
  }
}

async function contentOf(to: MailDestination, message: Outgoing): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: to.sender,
    to: [...to.recipients],
    subject: `【货桥】${message.title}`,
    text: message.text,
    // The same for each try, so that a mailbox recognises a mail that comes twice.
    messageId: `<${message.id}@huoqiao.alerts>`,
    date: new Date(message.createdAt),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** `货桥 <alerts@example.com>` → alerts@example.com */
const bareAddress = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
