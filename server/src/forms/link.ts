import type { LinkAnswers, LinkForm } from '@teleward/contract/forms/schema.ts'
import { isOpen } from '@teleward/contract/forms/rules.ts'
import type { Read } from '../patients/service.ts'
import type { LinkActor } from '../platform/actor.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { AppError } from '../platform/errors.ts'
import { livingOfUnit } from '../visit-links/of-unit.ts'
import { answer, judged, open, shownToLink } from './answering.ts'
import { type FormRow, formRow } from './repo.ts'

type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
interface Looker {
  who: LinkActor
  read: Read
  tx: Work
  now: Date
}
/** The link's own form, and no other of this patient. LINK_INVALID: a link of another kind. */
async function ofLink(read: Read, who: LinkActor, now: Date, lock = false): Promise<FormRow> {
  if (who.purpose !== 'form') throw new AppError('LINK_INVALID')
  await livingOfUnit(read, who, now)
  const [{ id } = { id: 0 }] = await read(
    sql<{ id: number }>`select l.form_id as id from video_link l where l.link_id = ${who.linkId}::uuid`,
  )
  const [found] = await read(formRow(id, shownToLink(who.linkId), lock))
  if (!found || found.row.pid !== who.pid) throw new AppError('LINK_INVALID')
  return found.row
}
const passed = (row: FormRow, now: Date) => isOpen(row.state) && row.endAt !== null && new Date(row.endAt) <= now

const asShown = (row: FormRow, now: Date): LinkForm => ({
  // Its clock has run out, whether or not the alarm has rung.
  state: passed(row, now) ? 'expired' : row.state,
  content: row.content as LinkForm['content'],
  items: row.items,
  version: row.version,
  retired: row.retired,
  withdrawn: row.withdrawn,
  askedBy: { name: row.sentBy.name, nameEn: row.sentBy.nameEn },
  endAt: row.endAt,
  savedAt: row.savedAt,
  completedAt: row.completedAt,
  proxy:
    row.answeredBy?.who === 'proxy'
      ? { name: row.answeredBy.name ?? '', relation: row.answeredBy.relation ?? '' }
      : null,
  danger: row.danger.length > 0,
  score: row.released ? row.score : null,
  meaning: row.released ? row.meaning : null,
})
/** Whoever passed the identity check has opened it. */
export async function linkForm({ who, read, tx, now }: Looker): Promise<LinkForm> {
  const row = await ofLink(read, who, now)
  if (row.state !== 'sent' || passed(row, now)) return asShown(row, now)
  return tx(async (inner) => {
    const locked = await ofLink(inner.many, who, now, true)
    if (locked.state === 'sent') await open(inner, locked, now)
    return asShown(await ofLink(inner.many, who, now), now)
  })
}

/** The same answers submitted again are the same: a phone whose line broke does not know that they have arrived. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, one]) => [key, inOrder(one)]),
        )
      : value
const same = (row: FormRow, items: unknown) => JSON.stringify(inOrder(row.items)) === JSON.stringify(inOrder(items))

export async function linkAnswer({ who, read, tx, now }: Looker, body: LinkAnswers): Promise<LinkForm> {
  const row = await ofLink(read, who, now)
  const judgement = await judged(row, body.items, body.step)
  return tx(async (inner) => {
    const locked = await ofLink(inner.many, who, now, true)
    const { proxy } = body
    if (body.step === 'submit' && ['completed', 'amended'].includes(locked.state) && same(locked, judgement.items))
      return asShown(locked, now)
    await answer(inner, locked, {
      step: body.step,
      version: body.version,
      judgement,
      writer: {
        mid: null,
        by: proxy ? { who: 'proxy', ...proxy } : { who: 'patient', name: null, relation: null },
      },
      reason: null,
      now,
      current: { items: locked.items, version: locked.version, state: locked.state },
    })
    return asShown(await ofLink(inner.many, who, now), now)
  })
}
