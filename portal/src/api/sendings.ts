import type { FileKind } from '@teleward/contract/core/file-kinds.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

/**
 * What there is to know of the files on their way, wherever one is; who sends them is `uploads.ts`, which is loaded with the
 * first screen that sends any.
 */
export type SendingState = 'waiting' | 'asking' | 'sending' | 'paused' | 'offline' | 'done' | 'refused' | 'failed'
export interface Sending {
  key: string
  file: File
  kind: FileKind
  /** Nothing: of a batch, whose patient the name tells. */
  pid: number | undefined
  state: SendingState
  sent: number
  upload?: Upload | undefined
  /** Why not, in the user's words. */
  why?: string | undefined
  /** A small picture of it, for this page. */
  picture?: string | undefined
}

const rows = createStore<readonly Sending[]>([])

export const sendings = rows.get
export const setSendings = rows.set
export const useSendings = (): readonly Sending[] => useStore(rows)

/** What was done with a file that has arrived is seen in its row, too: whose it is, and the version the next step names. */
export const keepFile = (file: MedicalFile): void =>
  setSendings(sendings().map((row) => (row.upload?.file?.id === file.id ? withFile(row, row.upload, file) : row)))
function withFile(row: Sending, upload: Upload, file: MedicalFile): Sending {
  const { patient, eye } = file
  const state = file.state === 'withdrawn' ? upload.state : file.state
  const waits = state === 'unassigned'
  return {
    ...row,
    upload: { ...upload, file, patient, eye, state, reason: waits ? upload.reason : null },
    why: waits ? row.why : undefined,
  }
}
