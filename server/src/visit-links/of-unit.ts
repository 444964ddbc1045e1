import { locale } from '@teleward/contract/core/scalars.ts'
import { consentTexts, IDENTITY_TRIES, type LinkView } from '@teleward/contract/links/schema.ts'
import type { LinkActor } from '../platform/actor.ts'
import { type Compilable, sql } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { linkColumns, type LinkRow } from './links.ts'

type Read = <T>(query: Compilable<T>) => Promise<T[]>

/**
 * A link of no visit, to one unit: to the conversation with it, alive as long as it is used, or to what the unit asks leave
 * for, alive until that is answered and as long as it is in force; or to a form, alive beyond its end, to say how it stands. Each as long as the patient is a member of the unit.
 */
interface UnitFacts extends LinkRow {
  timeZone: string
  partnerName: string
  partnerNameEn: string | null
  unitName: string
  unitNameEn: string | null
  phone: string | null
  logo: string | null
  language: string
  hasId: boolean
}
async function unitFacts(read: Read, { linkId, purpose }: LinkActor): Promise<UnitFacts> {
  const [row] = await read(sql<UnitFacts>`
    select ${linkColumns}, p.time_zone as "timeZone", p.name as "partnerName", p.name_en as "partnerNameEn", u.name as "unitName",
      u.name_en as "unitNameEn", p.phone, coalesce(p.ui_config ->> 'logo', p.logo) as logo, m.language, coalesce(char_length(m.id_number) >= 4, false) as "hasId"
    from video_link l join partner p on p.id = l.partner_id join unit u on u.id = l.unit_id join member m on m.pid = l.pid
    where l.link_id = ${linkId} and l.kind = ${purpose} and l.kind in ('chat', 'authorise', 'form')`)
  if (!row) throw new AppError('LINK_INVALID')
  return row
}
function overCode(link: UnitFacts, actor: LinkActor, now: Date): 'LINK_EXPIRED' | 'LINK_DEAD' | null {
  if (link.state === 'dead' || actor.suspended) return 'LINK_DEAD'
  return link.state === 'expired' || (link.expiresAt !== null && link.expiresAt <= now) ? 'LINK_EXPIRED' : null
}

/** Opens no visit, but a unit's conversation or question. */
export const isOfUnit = ({ purpose }: LinkActor): boolean =>
  purpose === 'chat' || purpose === 'authorise' || purpose === 'form'

/** The link as it stands, or why nothing can be done with it: one of a visit is none here. */
export async function livingOfUnit(read: Read, actor: LinkActor, now: Date): Promise<UnitFacts> {
  if (!isOfUnit(actor)) throw new AppError('LINK_INVALID')
  const link = await unitFacts(read, actor)
  const over = overCode(link, actor, now)
  if (over) throw new AppError(over)
  return link
}
/** For what the conversation's own link alone does, any other kind is none. */
export async function livingChat(read: Read, actor: LinkActor, now: Date): Promise<UnitFacts> {
  if (actor.purpose !== 'chat') throw new AppError('LINK_INVALID')
  return livingOfUnit(read, actor, now)
}

/** What the page shows of it: who asks for the identity, and then that it may be opened. Nothing of a visit. */
export async function unitLinkView(read: Read, actor: LinkActor, now: Date): Promise<LinkView> {
  const link = await unitFacts(read, actor)
  const inside = actor.purpose === 'chat' || actor.purpose === 'form' ? actor.purpose : ('authorise' as const)
  const over = overCode(link, actor, now)
  const locked = link.identityTries >= IDENTITY_TRIES && !actor.identified
  const language = locale.safeParse(link.language)
  return {
    kind: inside,
    state: over === 'LINK_EXPIRED' ? 'expired' : over ? 'dead' : link.state,
    step: over
      ? 'ended'
      : actor.identified
        ? inside
        : link.state === 'sent' || link.state === 'created'
          ? 'start'
          : 'identity',
    code: over ?? (locked ? 'IDENTITY_LOCKED' : null),
    deadReason: over === 'LINK_DEAD' ? (link.deadReason ?? 'closed') : null,
    language: language.success ? language.data : 'zh-TW',
    now: now.toISOString(),
    expiresAt: null,
    timeZone: link.timeZone,
    institution: {
      name: link.partnerName,
      nameEn: link.partnerNameEn,
      unitName: link.unitName,
      unitNameEn: link.unitNameEn,
      phone: link.phone,
      logo: link.logo,
    },
    visit: null,
    identity: {
      passed: actor.identified,
      asks: link.hasId ? 'idLast4' : 'mobileLast4',
      triesLeft: Math.max(0, IDENTITY_TRIES - link.identityTries),
    },
    consents: null,
    texts: consentTexts,
    waiting: null,
    call: null,
    room: null,
    canCall: false,
    canAskCallback: false,
    payment: null,
    authorisation: null,
    next: null,
  }
}
