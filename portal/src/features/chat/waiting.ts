import type { Contacts } from '@teleward/contract/chat/schema.ts'
import type { Which } from './which.ts'

/** The newest conversation that needs an answer: of patients whom nobody has answered, else of unread words. */
export function newestWaiting({ patients, doctors, groups, waiting }: Contacts): Which | null {
  // The recent ones come newest first; beyond them those who wait longest are known, and the newest of these is it.
  const one =
    patients.find(({ waits }) => waits) ??
    waiting.toSorted((a, b) => b.waitingSince.localeCompare(a.waitingSince))[0] ??
    patients.find(({ unread }) => unread > 0)
  if (one) return { tab: 0, id: one.pid, conversation: one.conversationId ?? undefined }
  const others = [
    ...doctors.map((row) => ({ which: { tab: 1 as const, id: row.mid }, ...row })),
    ...groups.map((row) => ({ which: { tab: 2 as const, id: row.id }, ...row })),
  ]
  const unread = others.filter((row) => row.unread > 0)
  return unread.toSorted((a, b) => (b.last?.time ?? '').localeCompare(a.last?.time ?? ''))[0]?.which ?? null
}
