import { roomRecords, uploadSegment } from '@teleward/contract/calls/endpoints.ts'
import { putBytes } from '../../api/bytes.ts'
import { call } from '../../api/client.ts'
import { ApiError, isApiError } from '../../api/errors.ts'
import { errorText } from '../../i18n/i18n.ts'
import { type Recorder, recorderSupported, roomSources, startRecorder } from '../../media/recorder.ts'
import type { RoomConnection } from '../../media/types.ts'
import { notify } from '../../ui/notify.ts'

/** One recorder per room and page. A reload is another page and so another segment of the same recording. */
interface Running {
  roomID: string
  instance: string
  recorder: Recorder | null
  starting: boolean
  /** Told, while it was being started, that nobody records: it is asked for once more. */
  asksAgain: boolean
  ended: boolean
  /** Starts that came to nothing for want of an answer, one after the other, and the next one. */
  failures: number
  again: ReturnType<typeof setTimeout> | undefined
  unhook: () => void
}
let running: Running | null = null

/** Asked for when somebody comes in, and again 1 s after the room has loaded; asking twice is one recording (CALL-11). */
const AGAIN_MS = 1000
const FLUSH_MS = 8000
/** A call is not left without its recording because the line or the server had a bad moment as it began. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000] as const
const heals = (error: unknown) =>
  error instanceof ApiError && (error.http === 0 || error.http >= 500 || error.http === 429)

export function watchRecording(roomID: string, room: RoomConnection): void {
  void endRecording(running?.roomID ?? '')
  const mine: Running = {
    roomID,
    instance: crypto.randomUUID(),
    recorder: null,
    starting: false,
    asksAgain: false,
    ended: false,
    failures: 0,
    again: undefined,
    unhook: () => {},
  }
  running = mine
  const begin = () => void start(mine, room)
  const offs = [
    room.on('joined', begin),
    room.on('recording', ({ state }) => {
      if (state === 'interrupted' && mine.starting) mine.asksAgain = true
      // The patient's answer came, or somebody stopped it.
      if (state === 'off' || state === 'needsConsent' || state === 'interrupted') begin()
      else if (state === 'finalising' || state === 'ready') void stop(mine)
    }),
    room.subscribe(() => mine.recorder?.setSources(roomSources(room))),
  ]
  const timer = setTimeout(begin, AGAIN_MS)
  mine.unhook = () => {
    clearTimeout(timer)
    clearTimeout(mine.again)
    for (const off of offs) off()
  }
  if (room.participants.length) begin()
}

/** Called when the patient's answer to the recording may have changed: the room list says so. */
export function recordingMayStart(roomID: string, room: RoomConnection): void {
  if (running?.roomID === roomID && !running.recorder) void start(running, room)
}

async function start(mine: Running, room: RoomConnection): Promise<void> {
  if (mine.ended || mine.starting || mine.recorder?.recording || !room.participants.length) return
  const able = recorderSupported()
  mine.starting = true
  clearTimeout(mine.again)
  try {
    // Where the server records by itself, no browser needs to be able to.
    const answer = await call(roomRecords, {
      body: { action: 'start', roomId: mine.roomID, ...(able ? { instance: mine.instance } : {}) },
    })
    mine.failures = 0
    // The server could not record by itself, and leaves it to whichever page comes first.
    if (able && !answer.segmentId && answer.state === 'interrupted') mine.asksAgain = true
    if (!able && !answer.recordingId) notify({ kind: 'warn', title: errorText('RECORDING_FAILED'), key: 'recording' })
    if (!answer.recordingId || !answer.segmentId || mine.ended) return
    const params = { recordingId: answer.recordingId, segmentId: answer.segmentId }
    mine.recorder = await startRecorder({
      recordingId: answer.recordingId,
      sources: roomSources(room),
      upload: async (_, offset, bytes) => {
        try {
          return await putBytes(uploadSegment, { params, query: { offset } }, bytes)
        } catch (error) {
          const told = error instanceof ApiError ? (error.data as { offset?: number } | undefined)?.offset : undefined
          if (isApiError(error, 'UPLOAD_OFFSET') && typeof told === 'number') return { offset: told }
          throw error
        }
      },
      onProblem: () => {
        // What the server lost cannot be had again: go on in a segment of its own.
        mine.recorder = null
        mine.instance = crypto.randomUUID()
        void start(mine, room)
      },
    })
    // The call ended while the recorder was being built.
    if (mine.ended) await mine.recorder.stop(FLUSH_MS)
  } catch (error) {
    // Without consent nothing is recorded: the patient's page asks, and the overlay says so.
    if (!isApiError(error, 'RECORDING_CONSENT')) {
      console.warn('The recording did not start', error)
      notify({ kind: 'warn', title: errorText('RECORDING_FAILED'), key: 'recording' })
    }
    if (heals(error) && !mine.ended)
      mine.again = setTimeout(() => void start(mine, room), BACK_OFF_MS[mine.failures++] ?? BACK_OFF_MS.at(-1))
  } finally {
    mine.starting = false
    const { asksAgain } = mine
    mine.asksAgain = false
    if (asksAgain) void start(mine, room)
  }
}

async function stop(mine: Running, withinMs = FLUSH_MS): Promise<void> {
  const { recorder } = mine
  mine.recorder = null
  if (!recorder) return
  const { complete } = await recorder.stop(withinMs)
  if (!complete && withinMs > 0) notify({ kind: 'warn', title: errorText('UPLOAD_FAILED'), key: 'recording' })
}

/** Ends this page's recording of a room and waits until its last second is with the server; 0: nobody would take it any more. */
export async function endRecording(roomID: string, withinMs = FLUSH_MS): Promise<void> {
  const mine = running
  if (!mine || mine.roomID !== roomID) return
  running = null
  mine.ended = true
  mine.unhook()
  await stop(mine, withinMs)
}

/** By hand: stops for everybody, announced by the room. */
export async function stopRecording(roomID: string): Promise<void> {
  const mine = running
  if (mine?.roomID === roomID) await stop(mine)
  await call(roomRecords, { body: { action: 'stop', roomId: roomID } })
}
