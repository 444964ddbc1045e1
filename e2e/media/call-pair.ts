import type { Page } from '@playwright/test'
import type { PeerStats } from '../../portal/src/media/types.ts'
import { ALL_WELL, mediaProof, verdicts } from './checks.ts'
import type { Party } from './launch.ts'
import { type Relay, type RelayOptions, startRelay } from './relay.ts'
import type { Role } from './roles.ts'

export interface CallPair {
  relay: Relay
  staff: Page
  patient: Page
  end(): Promise<void>
}

export type PairOptions = Partial<RelayOptions>

/** Both parties in one room of a relay of their own. */
export async function pairUp(folder: string, parties: [Party, Party], options: PairOptions = {}): Promise<CallPair> {
  const relay = await startRelay({ folder, ...options })
  await Promise.all(parties.map(({ page, role }) => page.goto(`${relay.url}/?as=${role}`)))
  for (const { page } of parties) await page.evaluate(() => call.start())
  return {
    relay,
    staff: parties[0].page,
    patient: parties[1].page,
    async end() {
      await Promise.all(parties.map(({ page }) => page.goto('about:blank')))
      await relay.close()
    },
  }
}

/** Whether the staff's page has the patient, and the patient's page the staff, at the same time. */
export async function bothSides({ staff, patient }: Pick<CallPair, 'staff' | 'patient'>) {
  const [a, b] = await Promise.all([mediaProof(staff, 'patient', 'patient'), mediaProof(patient, 'staff', 'staff')])
  return { staff: verdicts(a), patient: verdicts(b) }
}

export const BOTH_WELL = { staff: ALL_WELL, patient: ALL_WELL }

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The figures of the connection to one participant, or to the only one. */
export async function statsOf(page: Page, id?: string): Promise<PeerStats | undefined> {
  const all = await page.evaluate(() => globalThis.__telewardMedia?.())
  return all?.find((each) => id === undefined || each.id === id)
}

/** Playwright's waitForFunction takes a promise for a yes, so the asking is done from here. */
export async function untilStats(page: Page, id: string, holds: (stats: PeerStats) => boolean, timeout = 8_000) {
  const until = Date.now() + timeout
  while (true) {
    const stats = await statsOf(page, id)
    if (stats && holds(stats)) return stats
    if (Date.now() > until) throw new Error(`waited in vain for ${id}: ${JSON.stringify(stats)}`)
    await pause(50)
  }
}

export async function untilConnected(page: Page, id: Role) {
  await untilStats(page, id, (stats) => stats.connectionState === 'connected' && stats.framesDecoded > 0)
}
