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
  ended: boolean
  unhook: () => void
}
let running: Running | null = null

/** Asked for when somebody comes in, and again 1 s after the room has loaded; asking twice is one recording (CALL-11). */
const AGAIN_MS = 1000
const FLUSH_MS = 8000

export function watchRecording(roomID: string, room: RoomConnection): void {
  void endRecording(running?.roomID ?? '')
  const mine: Running = {
    roomID,
    instance: crypto.randomUUID(),
    recorder: null,
    starting: false,
    ended: false,
    unhook: () => {},
  }
  running = mine
  const begin = () => void start(mine, room)
  const offs = [
    room.on('joined', begin),
    room.on('recording', ({ state }) => {
      // The patient's answer came, or somebody stopped it.
      if (state === 'off' || state === 'needsConsent' || state === 'interrupted') begin()
      else if (state === 'finalising' || state === 'ready') void stop(mine)
    }),
    room.subscribe(() => mine.recorder?.setSources(roomSources(room))),
  ]
  const timer = setTimeout(begin, AGAIN_MS)
  mine.unhook = () => {
    clearTimeout(timer)
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
  if (!recorderSupported()) {
    notify({ kind: 'warn', title: errorText('RECORDING_FAILED'), key: 'recording' })
    return
  }
  mine.starting = true
  try {
    const answer = await call(roomRecords, { body: { action: 'start', roomId: mine.roomID, instance: mine.instance } })
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
  } finally {
    mine.starting = false
  }
}

async function stop(mine: Running): Promise<void> {
  const { recorder } = mine
  mine.recorder = null
  if (!recorder) return
  const { complete } = await recorder.stop(FLUSH_MS)
  if (!complete) notify({ kind: 'warn', title: errorText('UPLOAD_FAILED'), key: 'recording' })
}

/** Ends this page's recording of a room and waits until its last second is with the server. */
export async function endRecording(roomID: string): Promise<void> {
  const mine = running
  if (!mine || mine.roomID !== roomID) return
  running = null
  mine.ended = true
  mine.unhook()
  await stop(mine)
}

/** By hand: stops for everybody, announced by the room. */
export async function stopRecording(roomID: string): Promise<void> {
  const mine = running
  if (mine?.roomID === roomID) await stop(mine)
  await call(roomRecords, { body: { action: 'stop', roomId: roomID } })
}
