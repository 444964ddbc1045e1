import {
  callInfo,
  callOut,
  callOut2,
  dsRoomId,
  dsToken,
  updateCallInfoStatus,
} from '@teleward/contract/calls/endpoints.ts'
import type { Call, MediaToken, RejectReason } from '@teleward/contract/calls/schema.ts'
import { call } from '../../api/client.ts'
import { ApiError, isApiError } from '../../api/errors.ts'
import { mutateEndpoint, invalidateTags, showError } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { staffSocket } from '../../api/socket.ts'
import type { CallAsk } from '../../shell/calls.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { errorText, t } from '../../i18n/i18n.ts'
import { acquireMedia, type LocalMedia, stopMedia } from '../../media/local-media.ts'
import { connect } from '../../media/room.ts'
import { connected, socketSignalling } from '../../media/socket-signalling.ts'
import { roomLabels } from '../../media/labels.ts'
import { notify } from '../../ui/notify.ts'
import { announceAnswer, announceReject } from './bus.ts'
import { endRecording, watchRecording } from './recording.ts'
import { calleesOf, otherSide } from './sides.ts'
import { type ActiveCall, getState, patchActive, setState } from './store.ts'
import { dropCallSearch, putCallSearch } from './urlCall.ts'

/** Staff status is asked for anew after an end (1 s) or after a call that had been answered (2 s) (CALL-06). */
const STATUS_AFTER_END_MS = 1000
const STATUS_AFTER_ANSWER_MS = 2000

const fresh = (from: Call, phase: ActiveCall['phase']): ActiveCall => ({
  callID: from.callID,
  kind: from.kind,
  callees: calleesOf(from),
  waiting: false,
  roomID: from.roomID,
  queueID: from.queueID,
  pid: from.pid,
  patientName: otherSide(from),
  video: from.videoCall,
  phase,
  ringUntil: phase === 'ringing' ? from.ringUntil : null,
  problem: null,
  mediaProblems: [],
  room: null,
  since: from.answeredAt ? Date.parse(from.answeredAt) : Date.now(),
})

/** Refused devices leave a call without picture or voice, which the overlay says; they do not end it. */
async function devices(video: boolean): Promise<LocalMedia> {
  const media = await acquireMedia({ audio: true, video })
  const blocked = media.problems.filter(({ reason }) => reason === 'denied')
  if (blocked.length)
    loadChunk(() => import('./mediaHelp.ts')).then(({ sayHowToAllow }) => sayHowToAllow(blocked), showError)
  return media
}

async function token(roomID: string): Promise<MediaToken> {
  const user = session.user()
  // An answer without data means that the room has not been started (CALL-09).
  const answer: MediaToken | undefined = await call(dsToken, {
    body: {
      teamId: user?.partner_id ?? 0,
      roomId: roomID,
      username: user?.name ?? '',
      role: 'moderator',
      userId: `${user?.partner_id}_${user?.mid}`,
    },
  })
  if (!answer?.token) throw new ApiError('ROOM_NOT_STARTED', errorText('ROOM_NOT_STARTED'), 0)
  return answer
}

/** The engine's id of a room; a failed look-up falls back to the room id itself (CALL-09). */
async function mediaRoom(roomID: string): Promise<string> {
  try {
    return mediaRoomOf(await call(dsRoomId, { params: { roomId: roomID } })) ?? roomID
  } catch {
    return roomID
  }
}

/** The id is read from `data`, `data.data` or `dsRoomId`, as comm services differ. */
function mediaRoomOf(answer: unknown): string | null {
  if (typeof answer === 'string' && answer) return answer
  const { dsRoomId, data } = (answer ?? {}) as { dsRoomId?: unknown; data?: unknown }
  if (typeof dsRoomId === 'string' && dsRoomId) return dsRoomId
  return typeof data === 'string' && data ? data : null
}

/** Devices of a call whose line does not stand yet: should it end before, nobody else would let go of them. */
let opened: LocalMedia | null = null
function letGo(): void {
  if (opened) stopMedia(opened)
  opened = null
}

/** Joins the room of the call. The record opens beside it at the same time, without waiting for the media. */
async function join(roomID: string, media: Promise<LocalMedia>): Promise<void> {
  const active = getState().active
  if (active) putCallSearch(active)
  loadChunk(() => import('./beside.ts')).then(({ openBeside }) => openBeside(roomID), showError)
  let got: LocalMedia | null = null
  try {
    const [local, first] = await Promise.all([media, token(roomID)])
    got = local
    const socket = staffSocket()
    if (!socket) throw new ApiError('NOT_CONNECTED', errorText('NOT_CONNECTED'), 0)
    opened = local
    if (getState().active?.roomID === roomID) await connected(socket)
    opened = null
    // Hung up while the devices were being opened.
    if (!patchActive(roomID, { mediaProblems: local.problems })) return stopMedia(local)
    let unused: string | null = first.token
    const room = await connect({
      signalling: socketSignalling(socket),
      roomId: await mediaRoom(first.roomID),
      token: async () => {
        const now = unused ?? (await token(roomID)).token
        unused = null
        return now
      },
      audio: local.audio,
      video: local.video,
      problems: local.problems,
      load: loadChunk,
      engine: first.engine,
      iceServers: first.iceServers,
    })
    if (!patchActive(roomID, { room, phase: 'in', problem: null })) return void room.leave()
    room.on('ended', ({ reason }) => {
      if (reason === 'replaced') notify({ kind: 'info', title: errorText('CALL_TAKEN'), key: 'call-replaced' })
      clear(roomID)
    })
    room.on('joined', () => void invalidateTags(['rooms']))
    // What colleagues say to each other is nobody's record.
    if (getState().active?.kind !== 'staff') watchRecording(roomID, room)
  } catch (error) {
    if (got) stopMedia(got)
    patchActive(roomID, { phase: 'failed', problem: roomLabels(error) })
  }
}

export async function answer(ringing: Call): Promise<void> {
  if (getState().processing) return
  setState({ processing: ringing.callID })
  // The devices open while the server decides: answering is to feel immediate.
  const media = devices(ringing.videoCall)
  try {
    const taken = await mutateEndpoint(updateCallInfoStatus, { body: { callID: ringing.callID, action: 'answer' } })
    announceAnswer(taken)
    setState({ active: fresh(taken, 'joining'), size: 2 })
    void join(taken.roomID, media)
  } catch (error) {
    void media.then(stopMedia)
    void invalidateTags(['calls'])
    showError(error)
  } finally {
    setState({ processing: null })
  }
}

/** `reason`: what the patient's page says then. */
export async function reject(ringing: Call, reason?: RejectReason): Promise<void> {
  if (getState().processing) return
  setState({ processing: ringing.callID })
  try {
    announceReject(
      await mutateEndpoint(updateCallInfoStatus, { body: { callID: ringing.callID, action: 'reject', reason } }),
    )
    setTimeout(() => void invalidateTags(['presence', 'rooms']), STATUS_AFTER_END_MS)
  } catch (error) {
    void invalidateTags(['calls'])
    if (!isApiError(error, 'CALL_OVER')) showError(error)
  } finally {
    setState({ processing: null })
  }
}

/** Rings a patient, or colleagues. */
export async function start({ video, sn, ...whom }: CallAsk): Promise<void> {
  if (getState().active || getState().processing) {
    notify({ kind: 'warn', title: errorText('CALL_ALREADY') })
    return
  }
  if ('mids' in whom) return startStaff(whom.mids, video)
  setState({ processing: 'qid' in whom ? `q${whom.qid}` : `p${whom.pid}` })
  try {
    const ringing = await mutateEndpoint(callOut, {
      body: {
        ...('qid' in whom ? { queueID: whom.qid } : { pid: whom.pid }),
        videoCall: video,
        ...(sn === undefined ? {} : { sn }),
      },
    })
    setState({ active: fresh(ringing, ringing.state === 'answered' ? 'joining' : 'ringing'), size: 2 })
  } catch (error) {
    const visit = 'qid' in whom ? whom.qid : whom.link
    if (visit !== undefined && isApiError(error, 'PATIENT_OFFLINE')) unreached('PATIENT_OFFLINE', visit, video)
    else showError(error)
  } finally {
    setState({ processing: null })
  }
}

async function startStaff(mids: readonly number[], video: boolean): Promise<void> {
  setState({ processing: `m${mids.join()}` })
  try {
    const ringing = await mutateEndpoint(callOut2, { body: { mids: [...mids], videoCall: video } })
    setState({ active: { ...fresh(ringing, 'ringing'), waiting: ringing.waiting }, size: 2 })
  } catch (error) {
    showError(error)
  } finally {
    setState({ processing: null })
  }
}

/** A colleague is not rung any more. */
export async function giveUp(callID: string): Promise<void> {
  try {
    await mutateEndpoint(updateCallInfoStatus, { body: { callID, action: 'cancel' } })
  } catch (error) {
    if (!isApiError(error, 'CALL_OVER')) showError(error)
  }
}

/** The patient's page is not there, or does not wake up: the link is offered once more. */
function unreached(code: 'PATIENT_OFFLINE' | 'CALL_MISSED', qid: number, video: boolean): void {
  loadChunk(() => import('./resend.ts')).then(({ offerLink }) => offerLink(code, { qid, video }), showError)
}

/** Somebody answered the call that this page rings: of several colleagues the one who is named. */
export function answered(roomID: string, by?: string): void {
  const active = getState().active
  if (active?.roomID !== roomID || active.phase !== 'ringing') return
  const named = by && active.kind === 'staff' ? { patientName: by } : {}
  patchActive(roomID, { phase: 'joining', since: Date.now(), waiting: false, ...named })
  void join(roomID, devices(active.video))
}

/** Into a room where somebody is: by its button, or by the address after a reload. */
export async function enter(roomID: string, callID: string | null): Promise<void> {
  if (getState().active) return
  try {
    const info = callID ? await call(callInfo, { body: { callID } }) : null
    if (info && !['answered', 'ringing'].includes(info.state)) {
      dropCallSearch()
      notify({ kind: 'info', title: errorText('CALL_OVER') })
      return
    }
    // It still rings, for me: the popup is its place.
    if (info?.state === 'ringing' && info.callerMid !== session.user()?.mid) return
    const active: ActiveCall = info
      ? fresh(info, info.state === 'ringing' ? 'ringing' : 'joining')
      : {
          callID: null,
          kind: 'patient',
          callees: [],
          waiting: false,
          roomID,
          queueID: null,
          pid: null,
          patientName: '',
          video: true,
          phase: 'joining',
          ringUntil: null,
          problem: null,
          mediaProblems: [],
          room: null,
          since: Date.now(),
        }
    setState({ active, size: 2 })
    if (active.phase === 'joining') await join(active.roomID, devices(active.video))
  } catch (error) {
    dropCallSearch()
    showError(error)
  }
}

export function retry(): void {
  const active = getState().active
  if (!active) return
  if (active.room && !active.room.ended) active.room.retry()
  else if (active.phase === 'failed' && patchActive(active.roomID, { phase: 'joining', problem: null }))
    void join(active.roomID, devices(active.video))
}

/** Hangs up: my part, or for everybody. The page is free at once; the server is told, and told again if it was away. */
export async function leave(how: 'hangup' | 'end' | 'cancel'): Promise<void> {
  const active = getState().active
  if (!active) return
  const recorded = endRecording(active.roomID)
  clear(active.roomID)
  // The last chunks go before the room hears that it is over, or the file would lack its end.
  await recorded
  if (!active.callID) return
  for (let tries = 0; tries < 5; tries++) {
    try {
      await mutateEndpoint(updateCallInfoStatus, { body: { callID: active.callID, action: how } })
      return
    } catch (error) {
      if (error instanceof ApiError && error.http > 0 && error.http < 500) {
        if (error.code !== 'CALL_OVER') showError(error)
        return
      }
      await new Promise((wait) => setTimeout(wait, 1000 * 2 ** tries))
    }
  }
  notify({ kind: 'warn', title: errorText('NETWORK_FAILED'), key: 'call-hangup' })
}

/** All call ids cleared, calling false, room left, overlay removed, size back to 2 (CALL-06). */
export function clear(roomID: string): void {
  const active = getState().active
  if (active?.roomID !== roomID) return
  setState({ active: null, size: 2, handing: null, asking: null })
  letGo()
  void endRecording(roomID)
  void active.room?.leave()
  dropCallSearch()
  const talked = active.phase !== 'ringing'
  setTimeout(() => void invalidateTags(['presence']), talked ? STATUS_AFTER_ANSWER_MS : STATUS_AFTER_END_MS)
  void invalidateTags(['calls', 'rooms', 'appointments', 'recordings'])
}

/**
 * The session is over, here or by somebody who signed in elsewhere: nobody is seen, heard or recorded from this page any more.
 * What is not with the server by now cannot get there.
 */
export function abandon(): void {
  const { active } = getState()
  if (!active) return
  setState({ active: null, size: 2, handing: null, asking: null })
  letGo()
  void endRecording(active.roomID, 0)
  void active.room?.leave()
  // The way to the sign-in page is another change of the address, and not to be crossed.
  if (session.pending()) dropCallSearch()
}

/** The server says that a call is over: mine is cleared, and why is said where it matters. */
export function over(change: {
  callID: string
  roomID: string
  queueID: number | null
  state: string
  cause: string | null
  takenBy: { name: string } | null
  reason: RejectReason | null
}): void {
  const active = getState().active
  if (active?.callID !== change.callID) return
  const rang = active.phase === 'ringing'
  clear(change.roomID)
  if (change.cause === 'transferred') {
    notify({ kind: 'ok', title: t('calls.handedOver', { name: change.takenBy?.name ?? '' }), key: 'call-over' })
    return
  }
  if (active.kind === 'staff' && rang) {
    const { callees: mids, video } = active
    staffEnd(({ unanswered }) => unanswered(active, change, () => void start({ mids, video })))
    return
  }
  if (change.state === 'ended' && !rang) {
    notify({
      kind: 'info',
      title: errorText(change.cause === 'left' || change.cause === 'hangup' ? 'CALLEE_LEFT' : 'CALL_OVER'),
      key: 'call-over',
    })
    return
  }
  // Whoever declines is not busy: the doctor learns which it was, as of a colleague.
  if (change.state === 'rejected') {
    notify({ kind: 'warn', title: t('calls.declined', { name: active.patientName }), key: 'call-over' })
    return
  }
  const code = change.cause === 'patientOffline' ? 'PATIENT_OFFLINE' : 'CALL_MISSED'
  if (rang && active.queueID !== null) unreached(code, active.queueID, active.video)
  else notify({ kind: 'warn', title: errorText(code), key: 'call-over' })
}

/** What is said when a colleague does not come is loaded when it is said. */
export function staffEnd(say: (ends: typeof import('./staffEnds.ts')) => void): void {
  loadChunk(() => import('./staffEnds.ts')).then(say, showError)
}
