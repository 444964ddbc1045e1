import { io, type Socket } from 'socket.io-client'
import postgres from 'postgres'
import { conversationWith, dataOf, signedIn } from './asking.ts'
import { amid } from './noise.ts'
import type { Principal } from './rows.ts'
import type { Figure } from './table.ts'
import { listening, type Talk } from './talk.ts'
import { quantiles, timed } from './timed.ts'

const RATE = 100
const SECONDS = 10
const WARM_S = 4
/** So many that none says more than 60 a minute, which is all that is taken of one. */
const SENDERS = 30
const HEARD_MS = 50
const SENT = `${RATE} messages/s between colleagues: from the sending to the other's socket, ms`

const MANY = 1_000_000
const CONVERSATIONS = 2500
const SEARCH_MS = 100
const ROUNDS = 5
const FOUND = 'search over 1 million messages, ms'

/** Pairs of colleagues who write to each other at an even pace; each message is timed to its word on the other's socket. */
export async function deliveryFigures(url: string, wanted: (name: string) => boolean): Promise<Figure[]> {
  if (!wanted(SENT)) return []
  const staff: Awaited<ReturnType<typeof signedIn>>[] = []
  for (let n = 1; n <= SENDERS; n += 1) staff.push(await signedIn(url, `bench.signer.${n}`))
  const sockets: Socket[] = []
  const { hear, talk } = listening()
  try {
    const pairs: Talk['pairs'] = []
    for (const [at, from] of staff.entries()) {
      const to = staff[at ^ 1]
      if (!to) continue
      pairs.push({ token: from.token, conversation: await conversationWith(url, from.token, to.mid) })
      const socket = io(`${url}/staff`, { transports: ['websocket'], auth: { token: to.token } })
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
      socket.on(
        'receive_message',
        ({ type, payload }: { type: string; payload: { id: number; seq: number; from_mid: number } }) => {
          if (type === 'chat.message' && payload.from_mid === from.mid) hear(payload.id, payload.seq)
        },
      )
    }
    const said = (seconds: number) => talk({ url, pairs, perSecond: RATE, messages: RATE * seconds, hearers: 1 })
    // Until the engine has compiled what a message runs: before, the first of them take a third of a second.
    await said(WARM_S)
    const { value, noise } = await amid(() => said(SECONDS))
    return [{ row: SENT, load: `${RATE}/s`, ...quantiles(value, { p95: HEARD_MS }), noise }]
  } finally {
    for (const socket of sockets) socket.disconnect()
  }
}

const SUBJECTS = [
  '血壓',
  '血糖',
  '體重',
  '藥',
  '回診',
  '傷口',
  '睡眠',
  '飲食',
  '運動',
  '檢查',
  '報告',
  '頭暈',
  '發燒',
  '咳嗽',
  '疫苗',
]
const SAID = [
  '今天早上量了',
  '昨天晚上',
  '吃完飯以後',
  '想請問醫師',
  '已經三天',
  '好多了',
  '還是不舒服',
  '請協助安排',
  '謝謝您',
  '週五下午',
]
/** What is looked for: everyday words, names of drugs said once in ten thousand, and one that nobody wrote. */
const WORDS = [
  '血壓',
  '頭暈',
  '回診',
  '脈優錠',
  '糖祿錠',
  '冠脂妥',
  '立普妥',
  '耐適恩',
  '康肯錠',
  '得安穩',
  '沒有人寫過',
]
const RARE = WORDS.slice(3, -1)

/** In conversations with members of the institution: the asker reads those of their units. Nothing is made where it is there. */
async function plant(database: string, asker: Principal): Promise<void> {
  const sql = postgres(database, { max: 1, onnotice: () => undefined })
  try {
    const [there] = await sql<
      { n: number }[]
    >`select count(*)::int as n from chat_message where partner_id = ${asker.partnerId}`
    if ((there?.n ?? 0) >= MANY) return
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`with c as (
          insert into chat_conversation (kind, partner_id, unit_id, pid, first_pid, last_seq, last_at, answered_seq, created_by, created_at)
          select 'patient', mu.partner_id, mu.unit_id, mu.pid, mu.pid, ${MANY / CONVERSATIONS}::int, now(), 1, ${asker.mid}, now() - interval '3 years'
          from member_unit mu where mu.partner_id = ${asker.partnerId} and mu.status = 'active'
            and not exists (select 1 from chat_conversation x where x.partner_id = mu.partner_id and x.unit_id = mu.unit_id and x.first_pid = mu.pid)
          order by mu.pid limit ${CONVERSATIONS} returning *)
        insert into chat_message (conversation_id, seq, partner_id, unit_id, pid, author_mid, client_id, body, sent_at)
        select c.id, n, c.partner_id, c.unit_id, c.pid, case when n % 2 = 0 then c.created_by end, gen_random_uuid(),
          (${SAID}::text[])[1 + (c.id * 7 + n * 3) % ${SAID.length}] || (${SUBJECTS}::text[])[1 + (c.id + n * 11) % ${SUBJECTS.length}]
            || '，' || (${SAID}::text[])[1 + (c.id * 3 + n) % ${SAID.length}] || n
            || case when (c.id * 131 + n * 7919) % 10007 < ${RARE.length} then (${RARE}::text[])[1 + (c.id * 131 + n * 7919) % 10007] else '' end,
          now() - (${MANY / CONVERSATIONS}::int - n) * interval '2.7 days' - c.id * interval '1 minute'
        from c, generate_series(1, ${MANY / CONVERSATIONS}::int) n`
    })
    await sql`vacuum analyze chat_message`
  } finally {
    await sql.end()
  }
}

/** By the screen's own call, one after the other. */
export async function messageSearchFigures(
  database: string,
  url: string,
  asker: Principal,
  signIn: () => Promise<string>,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  if (!wanted(FOUND)) return []
  await plant(database, asker)
  const token = await signIn()
  const ask = async (n: number) => {
    const q = WORDS[n % WORDS.length] ?? ''
    const { messages } = await dataOf<{ messages: unknown[] }>(`${url}/his/api/messagesearches`, { token, body: { q } })
    if (messages.length === 0 && q !== WORDS.at(-1)) throw new Error(`${q}: nothing was found`)
  }
  return [await timed({ row: FOUND, times: WORDS.length * ROUNDS, warm: WORDS.length, p95: SEARCH_MS }, ask)]
}
