import { canNote, type NoteActor, type NoteAction, visitTakesNote } from '@teleward/contract/emr/rules.ts'
import type { EmrData, Note } from '@teleward/contract/emr/schema.ts'

/** The note the middle column is about: one's own, the one prepared for the doctor, or somebody's to read. */
export interface Target {
  note: Note | null
  authorMid: number
  /** The doctor it is prepared for. */
  preparesFor: number | null
  /** It may be written on, or begun. */
  writable: boolean
}

const standing = (note: Note | null | undefined) => (note && note.state !== 'withdrawn' ? note : null)
const isOpen = (note: Note | null) => !note || note.state === 'draft' || note.state === 'prepared'

export function targetOf(data: EmrData, actor: NoteActor): Target | null {
  const { visit } = data
  if (!visit) return null
  const may = (action: NoteAction, authorMid: number, state: Note['state'] | 'none') =>
    canNote(action, actor, { state, authorMid }).ok
  const own = standing(data.note)
  if (own) return { note: own, authorMid: actor.mid, preparesFor: null, writable: may('write', actor.mid, own.state) }

  const doctor = visit.doctor.mid
  const theirs = standing(data.others.find((note) => note.author.mid === doctor && note.state !== 'withdrawn'))
  if (data.preparesFor.includes(doctor) && isOpen(theirs)) {
    const begins = visitTakesNote(visit.status) && (data.access === 'authorised' || data.access === 'emergency')
    const writable = theirs ? may('write', doctor, theirs.state) : begins && may('create', doctor, 'none')
    if (theirs || writable) return { note: theirs, authorMid: doctor, preparesFor: doctor, writable }
  }
  if (data.mayWrite) return { note: null, authorMid: actor.mid, preparesFor: null, writable: true }
  const other =
    theirs ?? standing(data.others.find((note) => note.state !== 'withdrawn')) ?? data.note ?? data.others[0]
  return other ? { note: other, authorMid: other.author.mid, preparesFor: null, writable: false } : null
}

/** Others' notes of the same visit, and withdrawn ones: to be read beside. */
export const besides = (data: EmrData, target: Target | null): Note[] =>
  [data.note, ...data.others].filter((note): note is Note => note !== null && note.id !== target?.note?.id)

/** A number of an address: of a patient or a visit. Null where it is none. */
export const numberOf = (text: string | undefined, least: number): number | null => {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN
  return value >= least && value <= 2_147_483_647 ? value : null
}
