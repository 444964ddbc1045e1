import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { MailServer } from '../platform/config.ts'
import type { Outgoing, Provider } from './provider.ts'

const ANSWERS_WITHIN_MS = 15_000

/** What the server said no with: 4xx is worth another try, 5xx is not. */
class Refused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`SMTP ${code}`)
    this.code = code
  }
}

/** RFC 5321 as far as one message to one person needs it. */
export const mailOverSmtp = (server: MailServer): Provider => ({
  name: 'smtp',
  async send(message) {
    if (!/^[^\s<>@]+@[^\s<>@]+$/.test(message.to)) return { ok: false, temporary: false, reason: 'NO_CHANNEL' }
    let line: Line | undefined
    try {
      line = await greet(server)
      await line.say(`MAIL FROM:<${server.from}>`, 250)
      await line.say(`RCPT TO:<${message.to}>`, 250)
      await line.say('DATA', 354)
      await line.say(`${letter(server.from, message)}\r\n.`, 250)
      line.leave()
      return { ok: true, providerId: null }
    } catch (error) {
      line?.leave()
      if (error instanceof Refused) return { ok: false, temporary: error.code < 500, reason: `SMTP ${error.code}` }
      return { ok: false, temporary: true, reason: 'UNREACHABLE' }
    }
  },
})

const encoded = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Headers hold no line of anybody's making, and base64 no line that begins with a dot. */
export function letter(from: string, { id, to, subject, text }: Outgoing): string {
  const body = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
  return [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${encoded(subject ?? '')}`,
    `Message-ID: <${id}@${from.split('@')[1] ?? 'localhost'}>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
  ].join('\r\n')
}

interface Line {
  say(command: string, expected: number): Promise<string>
  leave(): void
}

async function greet(server: MailServer): Promise<Line> {
  const plain = server.secure
    ? connectTls({ host: server.host, port: server.port, servername: server.host })
    : connectPlain({ host: server.host, port: server.port })
  let line = over(plain)
  await line.say('', 220)
  let offers = await line.say('EHLO teleward', 250)
  if (!server.secure && /^250[ -]STARTTLS/im.test(offers)) {
    await line.say('STARTTLS', 220)
    const safe = connectTls({ socket: plain, servername: server.host })
    await within(once(safe, 'secureConnect'))
    line = over(safe)
    offers = await line.say('EHLO teleward', 250)
  } else if (!server.secure && server.user) throw new Error('a password is sent over TLS only')
  if (server.user && server.password !== undefined) {
    const proof = Buffer.from(`\0${server.user}\0${server.password}`).toString('base64')
    await line.say(`AUTH PLAIN ${proof}`, 235)
  }
  return line
}

function over(socket: Socket): Line {
  let heard = ''
  let failure: Error | undefined
  let wake = () => {}
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    heard += text
    wake()
  })
  socket.on('error', (error) => {
    failure = error
    wake()
  })
  socket.on('close', () => {
    failure ??= new Error('the mail server hung up')
    wake()
  })
  const answer = async (): Promise<string> => {
    for (;;) {
      // `250-` goes on, `250 ` is the last line of an answer.
      const end = /^\d{3}(?: .*)?\r?\n/m.exec(heard)
      if (end) {
        const whole = heard.slice(0, end.index + end[0].length)
        heard = heard.slice(whole.length)
        return whole
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    async say(command, expected) {
      if (command) socket.write(`${command}\r\n`)
      const said = await within(answer())
      const code = Number(/^\d{3}/.exec(said)?.[0])
      if (code !== expected) throw new Refused(code)
      return said
    },
    leave: () => {
      socket.end('QUIT\r\n')
      socket.destroySoon()
    },
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server did not answer')), ANSWERS_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
