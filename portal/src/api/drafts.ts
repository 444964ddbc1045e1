import { DraftWriter, type DraftState } from './draft-writer.ts'
import { openEncryptedDrafts, type EncryptedDrafts } from './encrypted-drafts.ts'
import { session } from './session.ts'

/**
 * What somebody is writing, kept in this browser until the server has it (SHELL-16). A draft belongs to one person, one
 * patient and one screen: the key says so, and the encryption makes it unreadable to anybody else's session.
 */
export interface DraftPlace {
  /** Screen and part: `note`, `note:plan`. */
  screen: string
  /** The patient, and the visit where there can be several: `12`, `12/345`. Empty where no patient is concerned. */
  subject: string
}

let drafts: Promise<EncryptedDrafts> | null = null

/** With the key of userinfo. The shell calls it at each sign-in; until then drafts wait in memory. */
let giveKey: (key: string) => void
const keyed = new Promise<string>((resolve) => {
  giveKey = resolve
})
let currentKey: string | null = null
export function unlockDrafts(draftKey: string): void {
  if (currentKey === draftKey) return
  if (currentKey === null) {
    currentKey = draftKey
    giveKey(draftKey)
    return
  }
  // Another person signed in without a reload.
  currentKey = draftKey
  drafts = openEncryptedDrafts(draftKey)
}
function theVault(): Promise<EncryptedDrafts> {
  if (drafts) return drafts
  const opened = keyed.then((key) => openEncryptedDrafts(key))
  // A draft store that did not open is tried again at the next keystroke.
  opened.catch(() => {
    drafts = null
  })
  drafts = opened
  return opened
}

const openDrafts = new Map<string, { draft: DraftWriter<unknown>; users: number }>()

/** Opens the draft of a place. Call `close` when the screen goes; what was written stays. */
export function openDraft<T>(place: DraftPlace): { draft: DraftWriter<T>; close: () => void } {
  const mid = session.user()?.mid
  if (mid === undefined) throw new Error('A draft needs a signed-in person')
  const key = [mid, place.subject, place.screen].map(encodeURIComponent).join(':')
  const entry = openDrafts.get(key) ?? { draft: new DraftWriter<unknown>(key, theVault), users: 0 }
  openDrafts.set(key, entry)
  entry.users += 1
  let closed = false
  return {
    draft: entry.draft as DraftWriter<T>,
    close() {
      if (closed) return
      closed = true
      entry.users -= 1
      void entry.draft.flush()
      if (entry.users === 0) {
        openDrafts.delete(key)
        entry.draft.dispose()
      }
    },
  }
}

/** Everything that is being typed on this page is on disk once this resolves. */
export const flushDrafts = (): Promise<unknown> =>
  Promise.all([...openDrafts.values()].map(({ draft }) => draft.flush()))

export type { DraftState, DraftWriter }
