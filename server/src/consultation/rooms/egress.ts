import type { EgressInfo, EgressStatus } from 'livekit-server-sdk'
import type { LiveKitServer } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { isNotFound } from './livekit.ts'

/** A worker takes it on within a second or two. Where none is there LiveKit says so after 23, and the call is not recorded meanwhile. */
const ANSWER_WITHIN_S = 5
/** As the browser's recorder, in a larger picture: about 8 MB a minute. Seeking lands on key frames. */
const ENCODING = { width: 1280, height: 720, framerate: 15, videoBitrate: 1000, audioBitrate: 64, keyFrameInterval: 2 }

/** Which of a room's: by LiveKit's id, or, where that was never heard, by the file that it was asked to write. */
export interface EgressOf {
  roomId: string
  egressId: string | null
  path: string
}
/**
 * `starting` and `running` do not end by themselves; `ending` is still writing; `complete` has written what there was; `lost` failed.
 * LiveKit hears it from the worker: of one that is dead it stays what it was.
 */
export interface EgressFound {
  egressId: string
  is: 'starting' | 'running' | 'ending' | 'complete' | 'lost'
  /** As many bytes as LiveKit was told that its file has; 0: it was told of none. */
  wrote: number
}

/** LiveKit's egress service, which writes what is seen and heard in a room into a file. */
export interface Egress {
  /** Answers its id. @throws where it did not begin, and where nobody can say. */
  begin(roomId: string, path: string): Promise<string>
  /** Undefined: LiveKit knows of none. */
  find(of: EgressOf): Promise<EgressFound | undefined>
  stop(egressId: string): Promise<void>
  /** Whether it sits in the room, which it does while it records: as a hidden participant who has its id. */
  isInRoom(roomId: string, egressId: string): Promise<boolean>
  /** Puts it out of the room, by which it ends. */
  putOut(roomId: string, egressId: string): Promise<void>
  /** What LiveKit's signed message is about; undefined: about none. FORBIDDEN where LiveKit has not signed it. */
  heard(body: string, signature: string | undefined): Promise<{ egressId: string; roomId: string } | undefined>
}

/** `tells`: where LiveKit sends what becomes of each, beside whatever else it tells elsewhere. */
export function liveKitEgress({ url, key, secret }: LiveKitServer, tells?: string): Egress {
  // Loaded with the first call, as for the rooms.
  const sdk = () => import('livekit-server-sdk')
  const options = { requestTimeout: ANSWER_WITHIN_S, failover: false }
  const client = async () => {
    const { EgressClient } = await sdk()
    return new EgressClient(url, key, secret, options)
  }
  const rooms = async () => {
    const { RoomServiceClient } = await sdk()
    return new RoomServiceClient(url, key, secret, options)
  }
  async function found(info: EgressInfo): Promise<EgressFound> {
    const { EgressStatus } = await sdk()
    const { egressId, status, fileResults } = info
    const wrote = fileResults.reduce((sum, { size }) => sum + Number(size), 0)
    const words: Partial<Record<EgressStatus, EgressFound['is']>> = {
      [EgressStatus.EGRESS_STARTING]: 'starting',
      [EgressStatus.EGRESS_ACTIVE]: 'running',
      [EgressStatus.EGRESS_ENDING]: 'ending',
      [EgressStatus.EGRESS_COMPLETE]: 'complete',
      // It was cut off by a limit of its own, and what there was is written.
      [EgressStatus.EGRESS_LIMIT_REACHED]: 'complete',
    }
    return { egressId, is: words[status] ?? 'lost', wrote }
  }
  return {
    async begin(roomId, path) {
      const { EncodedFileOutput, EncodedFileType, EncodingOptions, WebhookConfig } = await sdk()
      // Pages may still be on their way to LiveKit, which records no room that it does not know.
      await (await rooms()).createRoom({ name: roomId })
      const file = new EncodedFileOutput({ fileType: EncodedFileType.MP4, filepath: path, disableManifest: true })
      const webhooks = tells ? [new WebhookConfig({ url: tells, signingKey: key })] : []
      const how = { layout: 'grid', encodingOptions: new EncodingOptions(ENCODING), webhooks }
      const info = await (await client()).startRoomCompositeEgress(roomId, { file }, how)
      if (!info.egressId || (await found(info)).is === 'lost')
        throw new Error('the egress service took it on and gave up')
      return info.egressId
    },
    async find({ roomId, egressId, path }) {
      const asked = (await client()).listEgress(egressId ? { egressId } : { roomName: roomId })
      // Of a room that has none it lists none; an id that it does not know it refuses.
      const all = await asked.catch((error: unknown): EgressInfo[] => {
        if (isNotFound(error)) return []
        throw error
      })
      // What is of another room, or of another recording of this one, is none of it, whatever LiveKit answers.
      const own = all.find(
        (one) => one.roomName === roomId && (egressId ? one.egressId === egressId : filesOf(one).includes(path)),
      )
      return own && found(own)
    },
    async stop(egressId) {
      try {
        await (await client()).stopEgress(egressId)
      } catch (error) {
        // It has ended already.
        if (!isNotFound(error) && !(error instanceof Error && Reflect.get(error, 'code') === 'failed_precondition'))
          throw error
      }
    },
    async isInRoom(roomId, egressId) {
      try {
        const { identity } = await (await rooms()).getParticipant(roomId, egressId)
        return identity === egressId
      } catch (error) {
        if (isNotFound(error)) return false
        throw error
      }
    },
    async putOut(roomId, egressId) {
      try {
        await (await rooms()).removeParticipant(roomId, egressId)
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    },
    async heard(body, signature) {
      const { WebhookReceiver } = await sdk()
      // No account of why not: whoever forges learns nothing.
      const event = await new WebhookReceiver(key, secret).receive(body, signature).catch((error: unknown) => {
        throw new AppError('FORBIDDEN', { cause: error })
      })
      const { egressInfo } = event
      return egressInfo && { egressId: egressInfo.egressId, roomId: egressInfo.roomName }
    },
  }
}

/** Which it was asked to write, and which it says that it wrote. */
function filesOf({ request, fileResults }: EgressInfo): string[] {
  const asked = request.case === 'roomComposite' ? request.value : undefined
  const older = asked?.output.case === 'file' ? [asked.output.value] : []
  return [
    ...[...older, ...(asked?.fileOutputs ?? [])].map(({ filepath }) => filepath),
    ...fileResults.map(({ filename }) => filename),
  ]
}
