import type { ChatMessage } from '@teleward/contract/chat/schema.ts'

/** A run of messages without gaps, oldest first: what of a conversation stands on the page. */
export interface Run {
  messages: readonly ChatMessage[]
  older: boolean
  newer: boolean
}
export const NOTHING: Run = { messages: [], older: false, newer: false }

/** More than this never stands on the page: what is furthest from the side that grows goes, and comes back when scrolled to. */
export const MOST = 240

const ends = ({ messages }: Run) => ({ first: messages.at(0)?.seq, last: messages.at(-1)?.seq })

/** A page laid over the run: newer answers replace older ones. One that neither touches nor overlaps it is not of this run: `null`. */
export function lay(run: Run, page: Run): Run | null {
  if (!run.messages.length) return { messages: page.messages, older: page.older, newer: page.newer }
  if (!page.messages.length) return run
  const [held, came] = [ends(run), ends(page)]
  if (held.first === undefined || held.last === undefined || came.first === undefined || came.last === undefined)
    return run
  if (came.first > held.last + 1 || came.last < held.first - 1) return null
  const bySeq = new Map(run.messages.map((message) => [message.seq, message]))
  for (const message of page.messages) bySeq.set(message.seq, message)
  return {
    messages: [...bySeq.values()].toSorted((a, b) => a.seq - b.seq),
    older: came.first < held.first ? page.older : run.older,
    newer: came.last >= held.last ? page.newer : run.newer,
  }
}

export function trim(run: Run, grew: 'older' | 'newer'): Run {
  if (run.messages.length <= MOST) return run
  return grew === 'older'
    ? { messages: run.messages.slice(0, MOST), older: run.older, newer: true }
    : { messages: run.messages.slice(-MOST), older: true, newer: run.newer }
}

/** At once, before anything is asked: the text goes from the page, and from each answer to it. */
export const without = (run: Run, seq: number): Run => ({
  ...run,
  messages: run.messages.map((message) => {
    const reply = message.reply?.seq === seq ? { ...message.reply, textContent: null } : message.reply
    return message.seq === seq
      ? { ...message, textContent: null, reply, recall: message.recall ?? { time: message.time, by: message.from } }
      : reply === message.reply
        ? message
        : { ...message, reply }
  }),
})
