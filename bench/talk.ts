import { randomUUID } from 'node:crypto'
import { dataOf } from './asking.ts'
import { sorted } from './noise.ts'

export interface Talk {
  url: string
  /** Who writes, and where; one after the other. */
  pairs: { token: string; conversation: number }[]
  perSecond: number
  messages: number
  /** Sockets that hear of one message. */
  hearers: number
}
export interface Listening {
  /** To be called by each socket with what it hears of a message. */
  hear(conversation: number, seq: number): void
  /** Sends so many messages at an even pace. Answers how long each took to each socket that hears of it: milliseconds, sorted. */
  talk(talk: Talk): Promise<number[]>
}

const PATIENCE_MS = 20_000

/** Messages between colleagues, each timed from its sending to the word of it on a socket. */
export function listening(): Listening {
  // A word may come before the answer to the sender that says which number the message got.
  const heard = new Map<string, number[]>()
  const keyOf = (conversation: number, seq: number) => `${conversation}:${seq}`

  async function send(url: string, { token, conversation }: Talk['pairs'][number], n: number) {
    const at = performance.now()
    const body = { id: conversation, clientId: randomUUID(), textContent: `第 ${n} 則：明天早上量血壓` }
    const { seq } = await dataOf<{ seq: number }>(`${url}/his/api/savechatmsg`, { token, body })
    return { key: keyOf(conversation, seq), at }
  }

  return {
    hear(conversation, seq) {
      const key = keyOf(conversation, seq)
      const all = heard.get(key)
      if (all) all.push(performance.now())
      else heard.set(key, [performance.now()])
    },
    async talk({ url, pairs, perSecond, messages, hearers }) {
      const running: ReturnType<typeof send>[] = []
      const began = performance.now()
      for (let n = 0; n < messages; n += 1) {
        const wait = began + (n * 1000) / perSecond - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        running.push(send(url, pairs[n % pairs.length] as Talk['pairs'][number], n))
      }
      const sent = await Promise.all(running)
      const times = () => sent.flatMap(({ key, at }) => (heard.get(key) ?? []).map((one) => one - at))
      const late = performance.now() + PATIENCE_MS
      while (times().length < messages * hearers && performance.now() < late)
        await new Promise((resolve) => setTimeout(resolve, 100))
      const all = times()
      if (all.length !== messages * hearers) throw new Error(`${all.length} of ${messages * hearers} deliveries`)
      for (const { key } of sent) heard.delete(key)
      return sorted(all)
    },
  }
}
