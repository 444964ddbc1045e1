import type { MailServer } from '../platform/config.ts'
import type { Outgoing, Provider } from './provider.ts'

const ANSWERS_WITHIN_MS = 15_000

/** Mail to one person over SMTP. A server that speaks STARTTLS has to; a password is sent over TLS only. */
export function mailOverSmtp(server: MailServer): Provider {
  let transport: ReturnType<typeof open> | undefined
  return {
    name: 'smtp',
    async send(message) {
      // One plain address: neither a list of them nor a name in front is what an outbox message is addressed to.
      if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(message.to)) return { ok: false, temporary: false, reason: 'NO_CHANNEL' }
      try {
        transport ??= open(server)
        await (await transport).sendMail(letter(server.from, message))
        return { ok: true, providerId: null }
      } catch (error) {
        // What the error says may repeat addresses: only the server's code goes on.
        const { code: kind, responseCode: code } = error as { code?: string; responseCode?: number }
        if (code && kind !== 'ETLS') return { ok: false, temporary: code < 500, reason: `SMTP ${code}` }
        return { ok: false, temporary: true, reason: 'UNREACHABLE' }
      }
    },
  }
}

/** Loaded with the first letter: most servers start more often than they write mail. */
async function open({ host, port, secure, user, password }: MailServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure,
    name: 'teleward',
    requireTLS: Boolean(user) && !secure,
    ...(user && password !== undefined && { auth: { user, pass: password }, forceAuth: true }),
    dnsTimeout: ANSWERS_WITHIN_MS,
    connectionTimeout: ANSWERS_WITHIN_MS,
    greetingTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
    // A letter is made of its own words: nothing in it opens a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const letter = (from: string, { id, to, subject, text }: Outgoing) => ({
  from,
  to,
  subject: subject ?? '',
  text,
  textEncoding: 'base64' as const,
  // The same at every try, so that a letter that comes twice is known as one.
  messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
})
