import type { MediaGrant } from '@teleward/contract/calls/signalling.ts'
import { SignJWT } from 'jose'
import type { RoomServiceClient } from 'livekit-server-sdk'
import type { Clock } from '../../platform/clock.ts'
import type { LiveKitServer } from '../../platform/config.ts'
import type { Metrics } from '../../platform/observe/index.ts'

/**
 * Opens the door for whoever was just let in by the hub; LiveKit renews it for those who stay. Long enough for a clock that is
 * five minutes off on either side.
 */
export const GRANT_SECONDS = 600
const ANSWER_WITHIN_S = 5
/** Whether it can be reached is asked once in this time, however many want to know. */
const KNOWN_FOR_MS = 10_000
/** Somebody who is to be out is put out again after these pauses, where the server did not answer. */
const AGAIN_MS = [1_000, 4_000, 15_000]

/** LiveKit's answer for a room or somebody that it does not know: they are out already. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'not_found'

/** Why it did not: LiveKit's code, or that of the line. Its sentences may quote the token that it was asked with. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  return String(Reflect.get(error, 'status') ?? Reflect.get(cause, 'code') ?? cause.name)
}

export interface LiveKit {
  grant(roomId: string, userId: string): Promise<MediaGrant>
  /** Puts one person out. `still`: asked before each try, for they may have come back meanwhile. */
  remove(roomId: string, userId: string, still: () => boolean): Promise<void>
  /** Puts everybody out. */
  close(roomId: string): Promise<void>
  /** Shows these from the start: an alarm about what has no figure yet would miss the first. */
  counts(whats: readonly string[]): void
  /** Counts and tells what it did not do. */
  failed(what: string, error: unknown): void
  /** Whether it answers, and takes our key. */
  reachable(): Promise<boolean>
  stop(): void
}

export function liveKit(
  server: LiveKitServer,
  deps: { clock: Clock; metrics: Metrics; failed(what: string, reason: string): void; againMs?: readonly number[] },
): LiveKit {
  const { clock, metrics, againMs = AGAIN_MS } = deps
  const secret = new TextEncoder().encode(server.secret)
  const failures = metrics.counter('teleward_media_server_failures_total', 'What the media server did not do.', [
    'what',
  ])
  const failed = (what: string, error: unknown) => {
    failures.add({ what })
    deps.failed(what, reasonOf(error))
  }
  const waits = new Set<{ timer: ReturnType<typeof setTimeout>; over(): void }>()
  let stopped = false
  // Loaded with the first call: nobody starts slower for what most do not use.
  let rooms: Promise<RoomServiceClient> | undefined
  const service = () => {
    rooms ??= import('livekit-server-sdk').then(
      ({ RoomServiceClient }) =>
        new RoomServiceClient(server.url, server.key, server.secret, {
          requestTimeout: ANSWER_WITHIN_S,
          failover: false,
        }),
      (error: unknown) => {
        // The next call loads it again.
        rooms = undefined
        throw error
      },
    )
    return rooms
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const over = () => {
        waits.delete(wait)
        resolve()
      }
      const wait = { timer: setTimeout(over, ms).unref(), over }
      waits.add(wait)
    })
  async function until(what: string, act: (client: RoomServiceClient) => Promise<void>, still: () => boolean) {
    for (const wait of [0, ...againMs]) {
      if (wait) await pause(wait)
      if (stopped || !still()) return
      try {
        return await act(await service())
      } catch (error) {
        if (isNotFound(error)) return
        failed(what, error)
      }
    }
  }

  let known: { at: number; answer: Promise<boolean> } | undefined
  const ask = async () => {
    try {
      await (await service()).listRooms(['-'])
      return true
    } catch (error) {
      failed('reach', error)
      return false
    }
  }
  const reachable = () => {
    const now = performance.now()
    if (!known || now - known.at > KNOWN_FOR_MS) known = { at: now, answer: ask() }
    return known.answer
  }
  metrics.gauge('teleward_media_server_up', 'Whether the media server answers.', async () =>
    (await reachable()) ? 1 : 0,
  )

  return {
    async grant(roomId, userId) {
      // Names and roles stay with us: the media server learns ids alone. No "not before": a clock that is ahead locks nobody out.
      const video = { roomJoin: true, room: roomId, canPublish: true, canSubscribe: true, canPublishData: false }
      const token = await new SignJWT({ video })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(server.key)
        .setSubject(userId)
        .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + GRANT_SECONDS)
        .sign(secret)
      return { url: server.url, token }
    },
    remove: (roomId, userId, still) => until('remove', (client) => client.removeParticipant(roomId, userId), still),
    close: (roomId) =>
      until(
        'close',
        (client) => client.deleteRoom(roomId),
        () => true,
      ),
    counts: (whats) => {
      for (const what of whats) failures.add({ what }, 0)
    },
    failed,
    reachable,
    stop() {
      stopped = true
      for (const { timer, over } of waits) {
        clearTimeout(timer)
        over()
      }
    },
  }
}
