import { deleteUpload, patchUpload, postUpload } from '@teleward/contract/files/endpoints.ts'
import { formatOfName } from '@teleward/contract/core/file-kinds.ts'
import { CHUNK_BYTES, limitsOf, uploadRefusal } from '@teleward/contract/files/rules.ts'
import type { Upload } from '@teleward/contract/files/schema.ts'
import type { UiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { errorText } from '../i18n/i18n.ts'
import { pieceSize } from '../lib/piece-size.ts'
import { putBytes, sendPiece } from './bytes.ts'
import { call } from './client.ts'
import { ApiError, isApiError } from './errors.ts'
import { newKey } from './http.ts'
import { invalidateTags } from './query.ts'
import { type Sending, sendings, setSendings } from './sendings.ts'
import { session } from './session.ts'
import { thumbOf } from './thumbs.ts'

/**
 * Files on their way, above all screens: they go on while one works elsewhere. A piece that is lost is sent again from where
 * the server stands; what was paused goes on there, too.
 */
type Asked = Pick<Sending, 'file' | 'kind' | 'pid'>

const AT_ONCE = 2
/** Beyond this the browser would hold the whole file in its memory to know it. */
const HASHED_MAX = 64 * 1024 * 1024
const WAIT_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]
/** However long the server wants to be left alone. */
const WAIT_MOST_MS = 5 * 60_000

const stops = new Map<string, AbortController>()
const rowOf = (key: string) => sendings().find((row) => row.key === key)
const set = (key: string, change: Partial<Sending>) =>
  setSendings(sendings().map((row) => (row.key === key ? { ...row, ...change } : row)))

const running = (row: Sending) => row.state === 'sending' || row.state === 'offline'

// Only while bytes run does leaving cost anything.
addEventListener('beforeunload', (event) => {
  if (sendings().some((row) => running(row) || row.state === 'waiting')) event.preventDefault()
})
addEventListener('online', () => {
  for (const row of sendings()) if (row.state === 'offline') wake.get(row.key)?.()
})
const wake = new Map<string, () => void>()

/** One bad file stops no other: each says itself why it does not go. UPLOAD_COUNT: how many may be chosen at once. */
export function sendFiles(limits: UiConfig['uploads'], asked: readonly Asked[]): { max: number } | undefined {
  const first = asked[0]
  if (!first) return undefined
  const { atOnce } = limitsOf(limits, first.kind)
  if (asked.length > atOnce) return { max: atOnce }
  const made = asked.map((one): Sending => {
    const refusal = uploadRefusal(limits, one.kind, one.file.name, one.file.size)
    return {
      ...one,
      key: newKey(),
      sent: 0,
      state: refusal ? 'refused' : 'waiting',
      ...(refusal ? { why: errorText(refusal.code, refusal.data) } : {}),
    }
  })
  setSendings([...made, ...sendings()])
  next()
  return undefined
}

/** Data of a WFDB record are known by their header: they wait until all headers have gone. */
const format = ({ file }: Sending) => formatOfName(file.name)
const waitsForHeader = (row: Sending) =>
  format(row) === 'dat' && sendings().some((one) => format(one) === 'hea' && (one.state === 'waiting' || running(one)))

function next(): void {
  const free = AT_ONCE - sendings().filter(running).length
  // The newest choice stands on top: in it, the first file goes first.
  const waiting = sendings().filter((row) => row.state === 'waiting' && !waitsForHeader(row))
  for (const row of waiting.slice(0, Math.max(0, free))) void run(row.key)
}

async function run(key: string): Promise<void> {
  const stop = new AbortController()
  stops.set(key, stop)
  set(key, { state: 'sending', why: undefined })
  try {
    await begin(key)
    if (rowOf(key)?.state === 'sending') await pieces(key, stop.signal)
  } catch (error) {
    const row = rowOf(key)
    // Paused or taken away meanwhile: it was us.
    if (row && row.state !== 'paused') {
      const refused = error instanceof ApiError && error.http >= 400 && error.http < 500
      const gone = error instanceof ApiError && error.code === 'UPLOAD_GONE'
      set(key, {
        state: refused && !gone ? 'refused' : 'failed',
        why: error instanceof ApiError ? error.message : errorText('UPLOAD_FAILED'),
        // It lies too long: once more is from the beginning.
        ...(gone ? { upload: undefined, sent: 0 } : {}),
      })
    }
  } finally {
    // Who paused and went on meanwhile has another one.
    if (stops.get(key) === stop) stops.delete(key)
    next()
  }
}

async function begin(key: string): Promise<void> {
  const row = rowOf(key)
  if (!row || row.upload) return
  const { file, kind, pid } = row
  const thumb = await thumbOf(file)
  if (thumb) set(key, { picture: `data:image/jpeg;base64,${thumb}` })
  const known = await hashed(file)
  const idempotencyKey = newKey()
  const upload = await patiently(key, () =>
    call(
      postUpload,
      {
        body: {
          kind,
          name: file.name,
          bytes: file.size,
          ...(pid === undefined ? {} : { pid }),
          ...known,
          ...(thumb ? { thumb } : {}),
        },
      },
      { idempotencyKey },
    ),
  )
  // Taken off the list while the server was asked: it is given up there as well.
  if (!rowOf(key)) await call(deleteUpload, { params: { id: upload.id } })
  // One that was begun before, and left by a reload, goes on where it was.
  set(key, { upload, sent: upload.received, ...(upload.duplicate ? { state: 'asking' as const } : {}) })
}

/** Where a page may compute one, and the file is no film of an hour. */
async function hashed(file: File): Promise<{ sha256?: string }> {
  if (file.size > HASHED_MAX || !globalThis.crypto?.subtle) return {}
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return { sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

async function pieces(key: string, signal: AbortSignal): Promise<void> {
  const size = pieceSize(CHUNK_BYTES)
  for (;;) {
    const row = rowOf(key)
    if (!row?.upload || row.state !== 'sending') return
    const { file, upload, sent } = row
    const send = (bytes: Uint8Array) =>
      putBytes(patchUpload, { params: { id: upload.id } }, bytes, {
        headers: { 'Upload-Offset': String(sent) },
        signal,
      })
    try {
      const after = await patiently(key, () => sendPiece(size, file, sent, send))
      set(key, { sent: after.received, upload: after })
      if (after.received === after.bytes) return over(key, after)
    } catch (error) {
      const there =
        error instanceof ApiError && error.code === 'UPLOAD_OFFSET' ? (error.data as { offset: number }).offset : null
      if (there === null) throw error
      // The answer to an earlier piece was lost, or one of it is still being written: on from where the server stands.
      set(key, { sent: there })
      if (there === sent) await pause(key, 500)
    }
  }
}

function over(key: string, upload: Upload): void {
  const refused = upload.state === 'rejected' || upload.state === 'failed'
  set(key, {
    state: refused ? 'refused' : 'done',
    upload,
    ...(upload.reason ? { why: errorText(upload.reason, upload.reasonData) } : {}),
  })
  void invalidateTags(['files'])
}

/** The line is there again, whatever the server says: that a piece has come already, whose answer was lost, among it. */
function heard(key: string): void {
  if (rowOf(key)?.state === 'offline') set(key, { state: 'sending' })
}
const tooMany = (error: unknown) => isApiError(error) && error.http === 429
/** How long to wait for what may go the next time; null: it is an answer, and stays one. */
function waitFor(error: unknown, tries: number): number | null {
  if (!isApiError(error)) return null
  if (error.http !== 0 && error.http < 502 && !tooMany(error)) return null
  const usual = WAIT_MS[Math.min(tries, WAIT_MS.length - 1)] ?? 1000
  return error.retryAfter === null ? usual : Math.min(WAIT_MOST_MS, Math.max(usual, error.retryAfter * 1000))
}
/** Without a line, and where the server has too much to do, it waits and tries again; what the server refuses is an answer. */
async function patiently<T>(key: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await work()
      heard(key)
      return answer
    } catch (error) {
      const ms = waitFor(error, tries)
      // Somebody answers, and be it that there is too much to do.
      if (ms === null || tooMany(error)) heard(key)
      const row = rowOf(key)
      if (ms === null || !row || !running(row)) throw error
      if (!tooMany(error)) set(key, { state: 'offline' })
      await pause(key, ms)
      if (!running(rowOf(key) ?? row)) throw error
    }
  }
}
const pause = (key: string, ms: number) =>
  new Promise<void>((resolve) => {
    const on = () => {
      clearTimeout(timer)
      wake.delete(key)
      resolve()
    }
    const timer = setTimeout(on, ms)
    wake.set(key, on)
  })

export function pauseSending(key: string): void {
  const row = rowOf(key)
  if (!row || !(running(row) || row.state === 'waiting')) return
  set(key, { state: 'paused' })
  stops.get(key)?.abort()
  wake.get(key)?.()
}
/** Goes on: after a pause, after a failure, or with a file that is stored already. */
export function resumeSending(key: string): void {
  const row = rowOf(key)
  if (!row || !['paused', 'failed', 'asking'].includes(row.state)) return
  set(key, { state: 'waiting', why: undefined })
  next()
}
/** Off the list; what is on its way is given up, here and there. */
export async function dropSending(key: string): Promise<void> {
  const row = rowOf(key)
  if (!row) return
  setSendings(sendings().filter((one) => one.key !== key))
  stops.get(key)?.abort()
  wake.get(key)?.()
  next()
  if (row.upload && (row.upload.state === 'queued' || row.upload.state === 'uploading'))
    await call(deleteUpload, { params: { id: row.upload.id } })
}
export const clearSendings = () => setSendings(sendings().filter((row) => row.state !== 'done'))

// Another person at the same computer finds nothing of it.
let who = session.user()?.mid
session.subscribe(() => {
  const now = session.user()?.mid
  if (now === who || session.pending()) return
  who = now
  for (const stop of stops.values()) stop.abort()
  setSendings([])
})
