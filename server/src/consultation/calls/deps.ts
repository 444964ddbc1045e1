import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { RecordingFiles } from '../recordings/files.ts'
import type { Hub } from '../rooms/hub.ts'
import type { VideoProvider } from '../rooms/provider.ts'

/** Timers survive a restart and are set with the transaction that needs them. */
export interface Alarms {
  set(tx: Tx, kind: AlarmKind, key: string, at: Date): Promise<void>
  clear(tx: Tx, kind: AlarmKind, key: string): Promise<void>
}
export type AlarmKind = 'call.ring' | 'room.idle' | 'recording.join' | 'link.expire' | 'consent.over' | 'guest.expire'

/** What calls ask of presence: 2000 while in a call, the value before it afterwards. */
export interface CallPresence {
  started(tx: Tx, mid: number, callId: string): Promise<void>
  ended(tx: Tx, mid: number, callId: string, answered: boolean): Promise<void>
}

export interface CallDeps {
  db: Db
  clock: Clock
  hub: Hub
  video: VideoProvider
  files: RecordingFiles
  alarms: Alarms
  presence: CallPresence
  /** Whether a page of this link, or a tab of this person, is connected. */
  online(audience: string): boolean
}
