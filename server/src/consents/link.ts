import { AUTHORISE_TEXT } from '@teleward/contract/consents/rules.ts'
import type { EndpointParsed } from '@teleward/contract/core/endpoint.ts'
import type { answerAuthorisation } from '@teleward/contract/links/endpoints.ts'
import type { LinkAuthorisation, LinkView } from '@teleward/contract/links/schema.ts'
import type { Read } from '../patients/service.ts'
import type { LinkActor } from '../platform/actor.ts'
import type { Clock } from '../platform/clock.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { livingOfUnit, unitLinkView } from '../visit-links/of-unit.ts'
import { activate, type Alarms, end } from './give.ts'
import { type ConsentRow, consentColumns, lockAuthorisation } from './rows.ts'

/** The link's own request, and no other of this patient. */
const ofLink = (who: LinkActor) =>
  sql`c.id = (select l.consent_id from video_link l where l.link_id = ${who.linkId}) and c.pid = ${who.pid} and c.unit_id = ${who.unitId} and c.kind = 'record'`

/** What is asked, by whom and for how long; and what was said to it. */
async function authorisationOf(read: Read, who: LinkActor, now: Date): Promise<LinkAuthorisation | null> {
  const [row] = await read(sql<{ asked: Omit<LinkAuthorisation, 'text'> }>`
    select jsonb_build_object('state', case when c.state = 'active' and c.ends_at <= ${now}::timestamptz
          or c.state = 'requested' and c.answer_until <= ${now}::timestamptz then 'expired' else c.state end,
      'askedBy', s.name, 'askedByEn', s.name_en, 'days', c.days, 'answerUntil', c.answer_until, 'startsAt', c.starts_at, 'endsAt', c.ends_at,
      'givenBy', c.given_by, 'giver', case when c.giver_name is null then null else jsonb_build_object('name', c.giver_name, 'relation', c.giver_relation) end)
      as asked
    from consent c left join staff s on s.mid = c.asked_by where ${ofLink(who)}`)
  return row ? { ...row.asked, text: AUTHORISE_TEXT } : null
}

export async function authorisationView(read: Read, who: LinkActor, now: Date): Promise<LinkView> {
  const view = await unitLinkView(read, who, now)
  // Who asks for what is the patient's to know, and not of whoever holds the message.
  return { ...view, authorisation: who.identified && !view.code ? await authorisationOf(read, who, now) : null }
}

/** Agreed, declined, taken back: once each, under the lock of the patient and the unit. */
export async function answerAsked(
  tx: Tx,
  deps: { clock: Clock; timers: Alarms },
  who: LinkActor,
  body: EndpointParsed<typeof answerAuthorisation>['body'],
): Promise<void> {
  const now = deps.clock.now()
  if (who.purpose !== 'authorise') throw new AppError('LINK_INVALID')
  await livingOfUnit(tx.many, who, now)
  if (body.text !== AUTHORISE_TEXT) throw new AppError('VERSION_STALE')
  await lockAuthorisation(tx, who)
  const row = await tx.maybe(sql<ConsentRow>`select ${consentColumns} from consent c where ${ofLink(who)}`)
  if (!row) throw new AppError('LINK_INVALID')
  // What became of it while one waited for the lock: its link may be dead by now.
  await livingOfUnit(tx.many, who, now)
  if (body.answer === 'agree')
    return activate(
      tx,
      deps.timers,
      row,
      { by: body.giver ? 'guardian' : 'patient', giver: body.giver, text: body.text, days: row.days ?? 365 },
      now,
    )
  await end(tx, deps.timers, row, body.answer, { now })
}
