import { type HistoryEntry, HISTORY_DAYS, searchQueueLog } from '@teleward/contract/appointments/history-endpoints.ts'
import { addDays } from '@teleward/contract/core/dates.ts'
import { MAX_PAGE_SIZE } from '@teleward/contract/core/paging.ts'
import { getEmrData, getNotes } from '@teleward/contract/emr/endpoints.ts'
import { canNote, type NoteAction, type NoteActor, visitTakesNote } from '@teleward/contract/emr/rules.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'
import { call } from '../../api/client.ts'
import { isApiError } from '../../api/errors.ts'
import type { Me } from '../../api/me.ts'
import type { Choice, NotePlace, Pictures } from '../../shell/into-note.ts'
import { isoDay } from '../../ui/format.ts'
import { type Target, targetOf } from './target.ts'

export type Person = Pick<Me, 'mid' | 'name' | 'permissions'>
const actorOf = ({ mid, permissions }: Person, preparesFor: readonly number[]): NoteActor => ({
  mid,
  level: (permission) => permissions[permission] ?? '-',
  preparesFor,
})
/** The note of a visit as this person stands to it. */
export const targetFor = (data: EmrData, me: Person): Target | null => targetOf(data, actorOf(me, data.preparesFor))

/** A record that is not open, and a visit that is nobody's or of another patient, are no place; everything else goes on. */
const unlessClosed = (error: unknown): null => {
  if (isApiError(error, 'EMR_NOT_AUTHORISED') || isApiError(error, 'NOT_FOUND') || isApiError(error, 'FIELD_RELATED'))
    return null
  throw error
}

/** The note of a visit as this person may write it; otherwise why it takes nothing from them. */
async function placeAt(pid: number, qid: number, me: Person): Promise<NotePlace | NonNullable<Choice['refused']>> {
  const data = await call(getEmrData, { body: { pid, qid } }).catch(unlessClosed)
  const target = data && targetFor(data, me)
  if (!data?.visit || !target) return 'closed'
  if (!target.writable) return target.note?.signedAt && target.authorMid === me.mid ? 'signed' : 'closed'
  const { startAt, unitName, unitNameEn } = data.visit
  const author =
    target.note?.author ?? (target.preparesFor === null ? { name: me.name, nameEn: null } : data.visit.doctor)
  return { qid, begun: target.note !== null, startAt, unitName, unitNameEn, author, data }
}
const placeOrNone = async (pid: number, qid: number, me: Person): Promise<NotePlace | null> => {
  const found = await placeAt(pid, qid, me)
  return typeof found === 'string' ? null : found
}

const isOpen = ({ state }: Note) => state === 'draft' || state === 'prepared'

/**
 * A visit by what lists say of it. Its record is opened only where they leave it open whose note it would be: each opening is
 * kept in the audit log, and says that somebody read there.
 */
async function placeOf(
  pid: number,
  qid: number,
  notes: readonly Note[],
  visit: HistoryEntry | undefined,
  me: Person,
): Promise<NotePlace | null> {
  const may = (action: NoteAction, note: { authorMid: number; state: Note['state'] | 'none' }, preparesFor: number[]) =>
    canNote(action, actorOf(me, preparesFor), note).ok
  const own = notes.find((note) => note.qid === qid && note.author.mid === me.mid)
  // Drafts of others are shown to those alone who prepare for them.
  const note = own ?? notes.find((one) => one.qid === qid && isOpen(one))
  if (note) {
    const authorMid = note.author.mid
    if (!may('write', { authorMid, state: note.state }, own ? [] : [authorMid])) return null
    if (!visit || (!own && visit.did !== authorMid)) return placeOrNone(pid, qid, me)
    const { startAt, unitName, unitNameEn } = visit
    return { qid, begun: true, startAt, unitName, unitNameEn, author: note.author }
  }
  if (visit?.did !== me.mid) return visit?.patient.authorised === 'notAuthorised' ? null : placeOrNone(pid, qid, me)
  if (!may('create', { authorMid: me.mid, state: 'none' }, [])) return null
  const { startAt, unitName, unitNameEn, doctor } = visit
  return { qid, begun: false, startAt, unitName, unitNameEn, author: doctor }
}

export interface Places extends Pick<Choice, 'places' | 'refused'> {
  /** Where it can only be meant for. */
  sure: NotePlace | null
}
/**
 * The visit whose record is open comes before all others. Without one: notes that are not signed, and the visits of today whose
 * note nobody has begun; of several, of a visit without a note, and in place of one that takes nothing, nobody but the person
 * knows what is meant.
 */
export async function placesFor({ pid, qid }: Pick<Pictures, 'pid' | 'qid'>, me: Person): Promise<Places> {
  const here = qid === null ? null : await placeAt(pid, qid, me)
  if (here !== null && typeof here !== 'string') return { sure: here, places: [here], refused: null }
  const listed = await call(getNotes, { params: { pid, page: 1 }, query: { pageSize: MAX_PAGE_SIZE } }).catch(
    unlessClosed,
  )
  const notes = listed?.data ?? []
  const begun = notes.filter(isOpen)
  const today = isoDay()
  const reads = me.permissions['appointment.read'] ?? '-'
  const visits =
    reads === '-' || reads === 'g'
      ? []
      : (
          await call(searchQueueLog, {
            body: {
              pid,
              from: begun.length ? addDays(today, 1 - HISTORY_DAYS) : today,
              to: today,
              pageSize: MAX_PAGE_SIZE,
            },
          })
        ).data
  const asked = new Set([
    ...begun.map((note) => note.qid),
    ...visits.filter(({ date, status }) => date === today && visitTakesNote(status)).map((visit) => visit.qid),
  ])
  if (qid !== null) asked.delete(qid)
  const visitAt = new Map(visits.map((visit) => [visit.qid, visit]))
  const found = await Promise.all([...asked].map((one) => placeOf(pid, one, notes, visitAt.get(one), me)))
  const places = found
    .filter((one): one is NotePlace => one !== null)
    .sort((a, b) => b.startAt.localeCompare(a.startAt))
  const [first] = places
  return { sure: qid === null && places.length === 1 && first?.begun ? first : null, places, refused: here }
}
