import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Outcome {
  end: 'answered' | 'refused' | 'notAccepted' | 'broken'
  status: number
  reused: boolean
  canary: string
  text: string
}
/** One request, and how it ended as seen from outside. */
function hit(url: string, agent: Agent, canary: string, headers: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    let connected = false
    const outgoing = request(`${url}/his/api/words`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    })
    const end = (how: Outcome['end'], status = 0, text = '') =>
      resolve({ end: how, status, reused: outgoing.reusedSocket, canary, text })
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) connected = true
      else
        socket.once('connect', () => {
          connected = true
        })
    })
    outgoing.on('error', () => end(connected ? 'broken' : 'notAccepted'))
    outgoing.on('response', (answer: IncomingMessage) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('error', () => end('broken'))
      answer.on('end', () => {
        const clear =
          answer.statusCode === 503 && answer.headers['retry-after'] && answer.headers.connection === 'close'
        end(clear ? 'refused' : 'answered', answer.statusCode, text)
      })
    })
    outgoing.end(JSON.stringify({ type: 's', word: canary }))
  })
}

/** Ten connections kept alive, each with one request after the other, until told to stop. */
export function pressure(url: string, token: string, stop: { now: boolean }): Promise<Outcome[]> {
  const all: Outcome[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const one = async (n: number) => {
    while (!stop.now) {
      const outcome = await hit(url, agent, `drain-${randomUUID()}`, {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.1.${all.length % 250}.${n}`,
      })
      all.push(outcome)
      // Nobody there: whoever directs the traffic sends it elsewhere.
      if (outcome.end === 'notAccepted') await sleep(20)
    }
  }
  return Promise.all(Array.from({ length: 10 }, (_, n) => one(n))).then(() => {
    agent.destroy()
    return all
  })
}

/**
 * Requests that somebody took and did not answer: on a connection that was in use, or with an effect. One that broke
 * before the process had read it, on a connection of its own, was never begun, and is safely sent again elsewhere.
 */
export const cutOff = (outcomes: readonly Outcome[], kept: ReadonlySet<string>): Outcome[] =>
  outcomes.filter(({ end, reused, canary }) => end === 'broken' && (reused || kept.has(canary)))
