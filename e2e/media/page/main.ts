import { io } from 'socket.io-client'
import { acquireMedia } from '../../../portal/src/media/local-media.ts'
import { type Recorder, roomSources, startRecorder } from '../../../portal/src/media/recorder.ts'
import { connect } from '../../../portal/src/media/room.ts'
import { socketSignalling } from '../../../portal/src/media/socket-signalling.ts'
import type { Participant, RoomConnection } from '../../../portal/src/media/types.ts'

export interface TestCall {
  room: RoomConnection | null
  log: { at: number; event: string; id?: string; detail?: string }[]
  start(): Promise<void>
  recorder: Recorder | null
  record(id: string): Promise<void>
  cut(): void
  mend(): void
}

declare global {
  var call: TestCall
}

const asked = new URLSearchParams(location.search)
const socket = io(location.origin, { transports: ['websocket'], reconnection: false })
const log: TestCall['log'] = []
const elements = new Map<string, { video: HTMLVideoElement; audio: HTMLAudioElement }>()

function show(participant: Participant) {
  let pair = elements.get(participant.id)
  if (!pair) {
    pair = { video: document.createElement('video'), audio: document.createElement('audio') }
    pair.video.muted = true
    for (const element of [pair.video, pair.audio]) {
      element.autoplay = true
      element.dataset.participant = participant.id
      document.querySelector('#stage')?.append(element)
    }
    elements.set(participant.id, pair)
  }
  attach(pair.video, participant.videoTrack)
  attach(pair.audio, participant.audioTrack)
}

function attach(element: HTMLMediaElement, track: MediaStreamTrack | null) {
  const now = (element.srcObject as MediaStream | null)?.getTracks()[0] ?? null
  if (now !== track) element.srcObject = track ? new MediaStream([track]) : null
}

function render(room: RoomConnection) {
  for (const participant of room.participants) show(participant)
  for (const [id, pair] of elements) {
    if (room.participants.some((participant) => participant.id === id)) continue
    for (const element of [pair.video, pair.audio]) {
      element.srcObject = null
      element.remove()
    }
    elements.delete(id)
  }
}

async function start() {
  const media = await acquireMedia()
  // A busy machine may have the camera before the line.
  if (!socket.connected) await new Promise<void>((done) => socket.once('connect', () => done()))
  const room = await connect({
    signalling: socketSignalling(socket),
    roomId: asked.get('room') ?? 'room',
    token: asked.get('as') ?? 'nobody',
    load: (part) => part(),
    ...media,
  })
  call.room = room
  for (const event of ['joined', 'left', 'connected', 'reconnecting', 'failed', 'line', 'ended', 'media'] as const) {
    room.on(event, (payload) => {
      const id = 'participant' in payload ? payload.participant.id : 'id' in payload ? payload.id : undefined
      log.push({ at: performance.now(), event, id, detail: 'reason' in payload ? payload.reason : undefined })
    })
  }
  room.subscribe(() => render(room))
  render(room)
}

async function record(id: string) {
  const { room } = call
  if (!room) throw new Error('no room to record')
  const recorder = await startRecorder({
    recordingId: id,
    sources: roomSources(room),
    async upload(recordingId, offset, bytes) {
      const body = new Uint8Array(bytes)
      const answer = await fetch(`/${recordingId}.webm?offset=${offset}`, { method: 'PUT', body })
      if (!answer.ok && answer.status !== 409) throw new Error(`upload: ${answer.status}`)
      return { offset: Number(answer.headers.get('upload-offset')) }
    },
  })
  room.subscribe(() => recorder.setSources(roomSources(room)))
  call.recorder = recorder
}

globalThis.call = {
  recorder: null,
  record,
  room: null,
  log,
  start,
  cut: () => void socket.disconnect(),
  mend: () => {
    // The server's word that it is over may still be on its way: who connects before it comes stays without a line after it.
    if (socket.connected) socket.once('disconnect', () => void socket.connect())
    else socket.connect()
  },
}
