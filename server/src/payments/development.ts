import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Currency } from '@teleward/contract/appointments/booking.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { nonceOf } from '../platform/http/index.ts'
import { installationSecret, seal, unseal } from '../platform/secret.ts'
import { type CheckoutProvider, type PaymentReport, RETURN_PATH, SIGNATURE_HEADER } from './provider.ts'

const NAME = 'development'
const PAGE = '/development/checkout'
/** A payment made with this card is one that the provider refuses to give back. */
const NO_REFUND = 'norefund'

interface Ticket {
  checkout: string
  amount: number
  currency: Currency
  title: string
  exp: number
}

const secretOf = (db: Db) => installationSecret(db, 'checkout.development')
const signatureOf = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** Signs as the provider does; for its page, and for tests that play the provider. */
export const signAsDevelopment = async (db: Db, text: string) => signatureOf(await secretOf(db), text)

/**
 * Stands in for a payment provider where no money is meant: its own page, its own key, its own signed reports through the
 * front door. It keeps nothing: what it has to know is sealed into the address.
 */
export function developmentCheckout(db: Db): CheckoutProvider {
  return {
    name: NAME,
    open: async ({ id, amount, currency, title, until }) => {
      const ticket: Ticket = { checkout: id, amount, currency, title, exp: Math.floor(until.getTime() / 1000) }
      return { url: `${PAGE}?ticket=${seal(await secretOf(db), ticket)}` }
    },
    signed: async (text, signature) => {
      const expected = Buffer.from(signatureOf(await secretOf(db), text))
      const given = Buffer.from(signature ?? '')
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    refund: async ({ id, payment }) =>
      payment.startsWith(NO_REFUND)
        ? { ok: false, reason: 'card-refused' }
        : { ok: true, reference: `DEV-R-${id.slice(0, 8)}` },
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const STYLE = `body{font:17px/1.5 system-ui,sans-serif;margin:0;background:#f3f5f4;color:#14211d}main{max-width:420px;margin:0 auto;padding:24px 20px;display:grid;gap:16px}
.note{background:#fff3d6;border:1px solid #e8c873;border-radius:10px;padding:10px 14px}.sum{font-size:34px;font-weight:600}form{display:grid;gap:12px}
button,a{font:inherit;min-height:48px;border-radius:10px;border:1px solid #5b6b66;background:#fff;color:#14211d;display:grid;place-items:center;text-decoration:none;cursor:pointer}
button.go{background:#0b6b58;border-color:#0b6b58;color:#fff;font-weight:600}`

function page(nonce: string, ticket: Ticket, sealed: string): string {
  const sum = `${ticket.currency} ${(ticket.amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
  const button = (act: string, text: string, go = false) =>
    `<button name="act" value="${act}"${go ? ' class="go"' : ''}>${text}</button>`
  return `<!doctype html><html lang="zh-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>測試付款 / Test payment</title>
<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>測試付款 / Test payment</h1>
<p class="note">這是開發用的付款頁，不會扣款。<br>For development: no money moves.</p><p>${escaped(ticket.title)}</p><p class="sum">${escaped(sum)}</p>
<form method="post" action="${PAGE}"><input type="hidden" name="ticket" value="${escaped(sealed)}">
${button('pay', '付款 / Pay', true)}${button('refuse', '卡片被拒 / Card is refused')}${button(NO_REFUND, '付款（之後無法退款）/ Pay, refund will fail')}</form>
<a href="${RETURN_PATH}">返回 / Back without paying</a></main></body></html>`
}

/** The page itself. It reports through the front door, signed, like any provider would. */
export function serveDevelopmentCheckout({ http, db, clock, config }: Deps): void {
  if (config.checkout !== 'development') return
  const ticketOf = async (sealed: unknown): Promise<Ticket> => {
    const ticket = typeof sealed === 'string' ? unseal<Ticket>(await secretOf(db), sealed, clock.now()) : undefined
    if (!ticket) throw new AppError('NOT_FOUND')
    return ticket
  }
  http.app.get<{ Querystring: { ticket?: string } }>(PAGE, async (request, reply) => {
    const sealed = request.query.ticket
    const ticket = await ticketOf(sealed)
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(page(nonceOf(request.raw), ticket, String(sealed)))
  })
  void http.app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Body: { ticket?: string; act?: string } | undefined }>(PAGE, async (request, reply) => {
      const ticket = await ticketOf(request.body?.ticket)
      const act = request.body?.act
      const report: PaymentReport = {
        // One payment of a checkout, however often its button is pressed.
        payment: `${act === NO_REFUND ? `${NO_REFUND}-` : act === 'refuse' ? 'refused-' : ''}${ticket.checkout}`,
        checkout: ticket.checkout,
        outcome: act === 'refuse' ? 'refused' : 'paid',
        amount: ticket.amount,
        currency: ticket.currency,
      }
      const text = JSON.stringify(report)
      const told = await http.app.inject({
        method: 'POST',
        url: `/his/api/paymentreports/${NAME}`,
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(await secretOf(db), text) },
        payload: text,
      })
      if (told.statusCode !== 200)
        request.log.warn({ status: told.statusCode }, 'a report of the development checkout was refused')
      return reply.redirect(RETURN_PATH, 303)
    })
  })
}
