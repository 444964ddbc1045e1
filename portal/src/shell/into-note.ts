import type { EmrData } from '@teleward/contract/emr/schema.ts'
import type { NoteImage } from '@teleward/contract/emr/images.ts'
import type { ComponentType } from 'react'
import type { SessionState } from '@teleward/contract/auth/schema.ts'
import { router } from './navigation.ts'

/** How any viewer puts what it shows into a note without knowing the feature that writes notes. */
export interface Pictures {
  pid: number
  /** The visit whose record the viewer was opened from, if it was. */
  qid: number | null
  images: readonly NoteImage[]
}
/** A note that takes them, or a visit whose note has not been begun. */
export interface NotePlace {
  qid: number
  begun: boolean
  startAt: string
  unitName: string
  unitNameEn: string | null
  /** Whose note it is. */
  author: { name: string; nameEn: string | null }
  /** Its record, where it was opened to see whether it takes them. */
  data?: EmrData
}
/** What the person has to say: into which, or that there is none. */
export interface Choice {
  pictures: Pictures
  places: readonly NotePlace[]
  /** Why the visit one came from takes nothing: its note is signed, or it is not this person's to write. `null`: from none. */
  refused: 'signed' | 'closed' | null
}
/** Brought by the feature of the record. */
export interface IntoNote {
  /** Puts them where they can only be meant for, and tells so; otherwise answers what has to be asked. */
  putIntoNote: (pictures: Pictures, me: SessionState) => Promise<Choice | null>
  ChooseNote: ComponentType<{ choice: Choice; onClose: () => void }>
}

/** The visit of the patient that one is at: of the record's address, or as a viewer that was opened from there carries it on. */
export function visitHere(pid: number): number | null {
  const { pathname, search } = router.state.location
  const carried: unknown = (search as Record<string, unknown>).visit
  const [, of, at] = /^\/emr2\/(\d+)\/(\d+)$/.exec(pathname) ?? /^(\d+)-(\d+)$/.exec(String(carried ?? '')) ?? []
  const qid = Number(at)
  return Number(of) === pid && Number.isSafeInteger(qid) && qid > 0 ? qid : null
}
/** For the address of a viewer: ids alone, which give no right. */
export function visitSearch(pid: number | undefined): Record<string, string> {
  const qid = pid === undefined ? null : visitHere(pid)
  return qid === null ? {} : { visit: `${pid}-${qid}` }
}
