import type { LinkChat, LinkMessage } from '@teleward/contract/chat/schema.ts'

/** Answers overtake each other: what was recalled stays recalled and what was read stays read, whichever comes last. */
function merged(held: LinkMessage | undefined, came: LinkMessage): LinkMessage {
  if (!held) return came
  if (held.recalled) return held
  const reply = came.reply && held.reply?.textContent === null ? held.reply : came.reply
  return { ...came, reply, isSeen: came.isSeen || held.isSeen }
}

/** A page laid over what stands there. Of the two the one that begins earlier knows whether there is anything before it. */
export function layPage(now: LinkChat | null, came: LinkChat): LinkChat {
  if (!now) return came
  const bySeq = new Map(now.messages.map((message) => [message.seq, message]))
  for (const message of came.messages) bySeq.set(message.seq, merged(bySeq.get(message.seq), message))
  const [held, first] = [now.messages.at(0)?.seq, came.messages.at(0)?.seq]
  const earlier = first !== undefined && (held === undefined || first <= held)
  return {
    ...now,
    messages: [...bySeq.values()].toSorted((a, b) => a.seq - b.seq),
    older: earlier ? came.older : now.older,
    lastSeq: Math.max(now.lastSeq, came.lastSeq),
    readSeq: Math.max(now.readSeq, came.readSeq),
  }
}

/** So many before the end are asked for again with what is new: whether they have been read since. */
const AGAIN = 30
/**
 * The number behind which to ask. Numbers have no gaps: an own message that was answered before those that came meanwhile is not
 * taken for the end. `from`: something is known to have changed from this number on.
 */
export function askedAfter({ messages }: LinkChat, from: number = Number.MAX_SAFE_INTEGER): number {
  const first = messages.at(0)?.seq ?? 1
  let end = first - 1
  for (const { seq } of messages) if (seq === end + 1) end = seq
  return Math.max(first - 1, Math.min(end - AGAIN, from - 1), 0)
}
