export type MediaKind = 'audio' | 'video'
export type MediaCode = 'MEDIA_DENIED' | 'MEDIA_MISSING'
/** Why a device gave nothing: `busy` is a camera that another program holds, `unsupported` a page without https. */
export type MediaReason = 'denied' | 'missing' | 'busy' | 'unsupported'

export interface MediaProblem {
  kind: MediaKind
  code: MediaCode
  reason: MediaReason
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

function problemOf(kind: MediaKind, reason: MediaReason): MediaProblem {
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

async function permitted(name: 'microphone' | 'camera'): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state === 'granted'
  } catch {
    // Firefox knows no such permission name; a second question to the person is worse than a plain refusal.
    return false
  }
}

/**
 * Microphone and camera in one question to the person. Rejects only with MEDIA_DENIED; a device that is not there is
 * told in `problems`, because a voice call is better than none.
 */
export async function acquireMedia(request: MediaRequest = {}): Promise<LocalMedia> {
  const wantAudio = request.audio ?? true
  const wantVideo = request.video ?? true
  if (!(navigator.mediaDevices as MediaDevices | undefined)) {
    const kinds: MediaKind[] = [...(wantAudio ? ['audio' as const] : []), ...(wantVideo ? ['video' as const] : [])]
    return { audio: null, video: null, problems: kinds.map((kind) => problemOf(kind, 'unsupported')) }
  }
  if (wantAudio && wantVideo) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: audioConstraints(request.audioDeviceId),
        video: videoConstraints(request.videoDeviceId),
      })
      return { audio: stream.getAudioTracks()[0] ?? null, video: stream.getVideoTracks()[0] ?? null, problems: [] }
    } catch (error) {
      // Asking for both fails as a whole; find out which of them is to blame without asking the person again.
      if (reasonOf(error) === 'denied' && !(await permitted('microphone')))
        throw new MediaError(problemOf('audio', 'denied'), error)
    }
  }
  return acquireOneByOne(request, wantAudio, wantVideo)
}

async function acquireOneByOne(request: MediaRequest, wantAudio: boolean, wantVideo: boolean): Promise<LocalMedia> {
  const media: LocalMedia = { audio: null, video: null, problems: [] }
  if (wantAudio) {
    try {
      media.audio = await acquireTrack('audio', request.audioDeviceId)
    } catch (error) {
      if (!(error instanceof MediaError) || error.code === 'MEDIA_DENIED') throw error
      media.problems.push(problemOf('audio', error.reason))
    }
  }
  if (wantVideo) {
    try {
      media.video = await acquireTrack('video', request.videoDeviceId)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      media.problems.push(problemOf('video', error.reason))
    }
  }
  return media
}

export function stopMedia(media: { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }) {
  media.audio?.stop()
  media.video?.stop()
}
