import { randomUUID } from 'node:crypto'
import type { Db } from '../db/index.ts'

interface Message {
  from: string
  id: string
  part: number
  of: number
  text: string
}
/** A text that processes tell each other over the database's notifications, whatever its length. */
export interface Channel {
  /** `id`: by which whoever hears the same text by two ways knows it again. */
  send(text: string, id?: string): Promise<void>
  /** What other processes say. Answers how to stop. */
  listen(hear: (text: string, id: string) => void): Promise<() => Promise<void>>
  /** Parts whose rest never came are forgotten. */
  tidy(): void
}

/** A notification carries 8,000 bytes; a character takes up to three of them, and JSON within JSON escapes. */
const PART = 1200
const PARTS_KEPT = 1000

export function createChannel(db: Db, name: string): Channel {
  const self = randomUUID()
  const parts = new Map<string, string[]>()
  return {
    async send(text, id = randomUUID()) {
      const of = Math.ceil(text.length / PART)
      for (let part = 0; part < of; part += 1) {
        const message: Message = { from: self, id, part, of, text: text.slice(part * PART, (part + 1) * PART) }
        await db.notify(name, JSON.stringify(message))
      }
    },
    listen: (hear) =>
      db.listen(name, (payload) => {
        const { from, id, part, of, text } = JSON.parse(payload) as Message
        if (from === self) return
        const got = [...(parts.get(id) ?? []), text]
        // One connection sends them in order: a part out of order means that an earlier one was lost.
        if (got.length !== part + 1) return void parts.delete(id)
        if (got.length < of) return void parts.set(id, got)
        parts.delete(id)
        hear(got.join(''), id)
      }),
    tidy: () => {
      if (parts.size > PARTS_KEPT) parts.clear()
    },
  }
}
