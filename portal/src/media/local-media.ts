export type MediaKind = 'audio' | 'video'
export type MediaCode = 'MEDIA_DENIED' | 'MEDIA_MISSING'
/**
 * Why a device gives nothing: `busy` is one that another program holds, `lost` one that was taken away while in use, `unsupported`
 * a page without https.
 */
export type MediaReason = 'denied' | 'missing' | 'busy' | 'lost' | 'unsupported'

export interface MediaProblem {
  kind: MediaKind
  code: MediaCode
  reason: MediaReason
  /** Of one that was lost: its name, as the browser has it. */
  device?: string
}

export class MediaError extends Error {
  readonly code: MediaCode
  readonly reason: MediaReason
  readonly kind: MediaKind

  constructor(problem: MediaProblem, cause?: unknown) {
    super(`${problem.kind}: ${problem.reason}`, { cause })
    this.name = 'MediaError'
    this.code = problem.code
    this.reason = problem.reason
    this.kind = problem.kind
  }
}

export interface LocalMedia {
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  /** Empty when all that was asked for is there. No camera means voice only; no microphone means listening only. */
  problems: MediaProblem[]
}

export interface MediaRequest {
  audio?: boolean
  video?: boolean
  audioDeviceId?: string
  videoDeviceId?: string
}

export function audioConstraints(deviceId?: string): MediaTrackConstraints {
  return {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
  }
}

export function videoConstraints(deviceId?: string): MediaTrackConstraints {
  return {
    width: { ideal: 640 },
    height: { ideal: 480 },
    frameRate: { ideal: 24, max: 30 },
    ...(deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'user' }),
  }
}

function reasonOf(error: unknown): MediaReason {
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return 'busy'
}

export function problemOf(kind: MediaKind, reason: MediaReason): MediaProblem {
  return { kind, reason, code: reason === 'denied' ? 'MEDIA_DENIED' : 'MEDIA_MISSING' }
}

/** One device. Rejects with MediaError. */
export async function acquireTrack(kind: MediaKind, deviceId?: string): Promise<MediaStreamTrack> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new MediaError(problemOf(kind, 'unsupported'))
  try {
    const wanted = kind === 'audio' ? { audio: audioConstraints(deviceId) } : { video: videoConstraints(deviceId) }
    const track = (await devices.getUserMedia(wanted)).getTracks()[0]
    if (!track) throw new MediaError(problemOf(kind, 'missing'))
    return track
  } catch (error) {
    throw error instanceof MediaError ? error : new MediaError(problemOf(kind, reasonOf(error)), error)
  }
}

/** What a device refused stands in the room's `problems`; anything else is for `handle`. */
export const beyondDevices = (handle: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof MediaError)) handle(error)
}

/** The chosen device; where that is gone or held by another program the browser's own choice, then any other of its kind. */
export async function acquireAny(kind: MediaKind, chosen?: string): Promise<MediaStreamTrack> {
  let first: unknown
  const tried = new Set<string | undefined>()
  const attempt = async (id: string | undefined) => {
    if (tried.has(id)) return null
    tried.add(id)
    try {
      return await acquireTrack(kind, id)
    } catch (error) {
      first ??= error
      if (error instanceof MediaError && (error.reason === 'missing' || error.reason === 'busy')) return null
      throw error
    }
  }
  const track = (await attempt(chosen)) ?? (await attempt(undefined))
  if (track) return track
  const all = await navigator.mediaDevices.enumerateDevices()
  for (const { kind: of, deviceId } of all)
    if (of === `${kind}input` && deviceId && deviceId !== 'default') {
      const other = await attempt(deviceId)
      // One that looks away from the person is switched on by that person alone.
      if (other?.getSettings().facingMode === 'environment') other.stop()
      else if (other) return other
    }
  throw first
}

/** `null`: this browser knows no such permission, and does not say. */
export async function permissionOf(kind: MediaKind): Promise<PermissionStatus | null> {
  try {
    const name = kind === 'audio' ? 'microphone' : 'camera'
    return await navigator.permissions.query({ name: name as PermissionName })
  } catch {
    return null
  }
}

/**
 * Microphone and camera in one question to the person. What is not given is told in `problems`, each device by itself: a camera
 * that is blocked takes no microphone along, nor the other way round, because half a call is better than none.
 */
export async function acquireMedia(request: MediaRequest = {}): Promise<LocalMedia> {
  const kinds: MediaKind[] = []
  if (request.audio ?? true) kinds.push('audio')
  if (request.video ?? true) kinds.push('video')
  const media: LocalMedia = { audio: null, video: null, problems: [] }
  if (!(navigator.mediaDevices as MediaDevices | undefined))
    return { ...media, problems: kinds.map((kind) => problemOf(kind, 'unsupported')) }
  let blocked: MediaKind[] = []
  if (kinds.length > 1) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: audioConstraints(request.audioDeviceId),
        video: videoConstraints(request.videoDeviceId),
      })
      return { ...media, audio: stream.getAudioTracks()[0] ?? null, video: stream.getVideoTracks()[0] ?? null }
    } catch (error) {
      // Asking for both fails as a whole: which of them is to blame each of them tells.
      if (reasonOf(error) === 'denied') blocked = await refused(kinds)
    }
  }
  for (const kind of kinds) {
    const id = kind === 'audio' ? request.audioDeviceId : request.videoDeviceId
    try {
      if (blocked.includes(kind)) media.problems.push(problemOf(kind, 'denied'))
      else media[kind] = await acquireAny(kind, id)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      media.problems.push(problemOf(kind, error.reason))
    }
  }
  return media
}

/** Of a refused question for both: what is not to be asked for again. The person is not asked twice, but for what was never asked. */
async function refused(kinds: readonly MediaKind[]): Promise<MediaKind[]> {
  const states = await Promise.all(kinds.map(async (kind) => [kind, (await permissionOf(kind))?.state] as const))
  const blocked = states.filter(([, state]) => state === 'denied').map(([kind]) => kind)
  if (blocked.length) return blocked
  // Nothing is blocked for good: what the browser does not know as allowed, the person has just refused.
  return states.filter(([, state]) => state !== 'granted').map(([kind]) => kind)
}

export function stopMedia(media: { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }) {
  media.audio?.stop()
  media.video?.stop()
}
