import { setTimeout as sleep } from 'node:timers/promises'
import { EMERGENCIES_AN_HOUR } from '../../contract/src/consents/rules.ts'
import { consentTexts } from '../../contract/src/links/schema.ts'
import { io, type Socket } from 'socket.io-client'
import { account, BIRTHDAY, CALLED, LAST4, PASSWORD, type Visit, WRITING } from './house.ts'
import { type Ledger, newCanary, newKey } from './ledger.ts'

interface NoteLike {
  id: string
  version: number
  s: string
}
const CODES = ['I10', 'E11.9', 'J00', 'R51.9', 'K29.70', 'M54.50', 'N39.0', 'J20.9']
const DRUG = '內衛成製字第000726號'

/** Who writes, until `stop` says so: each finishes what it has begun. Answers when the last one is done. */
export function load(ledger: Ledger, visits: Visit[], stop: { now: boolean }): { done: Promise<void>; close(): void } {
  const sockets: Socket[] = []
  const forever = async (work: () => Promise<boolean>) => {
    while (!stop.now && (await work()));
  }
  const of = (did: number) => visits.filter((visit) => visit.did === did).values()
  const writers = [
    ...['dr.lin', 'nurse.chen'].map((who) => forever(() => word(ledger, who))),
    forever(() => emergency(ledger)),
    preferences(ledger, stop),
    ...WRITING.map((did) => {
      const mine = of(did)
      return forever(() => note(ledger, mine, account(did)))
    }),
    ...CALLED.map((did) => {
      const mine = of(did)
      sockets.push(line(ledger, did))
      return forever(() => call(ledger, mine, did, stop))
    }),
  ]
  return {
    done: Promise.all(writers).then(() => undefined),
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** A doctor who waits for patients is connected, and comes back after every death. */
function line(ledger: Ledger, did: number): Socket {
  const socket = io(`${ledger.url()}/staff`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    auth: (give) =>
      void ledger.token(account(did)).then(
        (token) => give({ token }),
        () => give({}),
      ),
  })
  // Refused by a server that is just coming up: socket.io leaves that to its user.
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), 200)
  })
  return socket
}

async function word(ledger: Ledger, who: string): Promise<boolean> {
  const canary = newCanary('word')
  const body = { type: 's', word: canary }
  await ledger.write('word', canary, {
    method: 'POST',
    path: '/his/api/words',
    body,
    by: { staff: who },
    key: newKey(),
  })
  return true
}

/** One version after the other: as many versions as writes were acknowledged. */
async function preferences(ledger: Ledger, stop: { now: boolean }): Promise<void> {
  for (let version = 1; !stop.now; version += 1) {
    const canary = newCanary('preference')
    const told = await ledger.write('preference', canary, {
      method: 'PUT',
      path: '/his/api/preferences',
      body: { version, changes: { stars: [{ path: '/', title: canary }] } },
      by: { staff: 'dr.wang' },
      there: (data) => JSON.stringify(data).includes(canary),
    })
    if (told.status >= 400 && told.code !== 'VERSION_STALE') throw new Error(`no preference: ${told.code}`)
    await sleep(20)
  }
}

async function emergency(ledger: Ledger): Promise<boolean> {
  const canary = newCanary('emergency')
  // As many patients as one person opens within an hour, again and again.
  const pid = 1001 + (ledger.entries.length % EMERGENCIES_AN_HOUR)
  await ledger.write(
    'emergency',
    canary,
    {
      method: 'POST',
      path: `/his/api/consents/${pid}/emergency`,
      body: { reason: canary },
      by: { staff: 'dr.wang' },
      key: newKey(),
    },
    { pid },
  )
  await sleep(20)
  return true
}

/** A visit's note from its beginning to its signature. */
async function note(ledger: Ledger, visits: Iterator<Visit>, who: string): Promise<boolean> {
  const visit = visits.next().value
  if (!visit) return false
  const owner = { pid: visit.pid, qid: visit.qid }
  const by = { staff: who }
  const post = <T>(kind: string, canary: string, path: string, body: object) =>
    ledger.write<T>(
      kind,
      canary,
      { method: 'POST', path, body: { ...owner, ...body }, by, key: newKey() },
      { ...owner, noteId },
    )
  let noteId = ''
  const begun = await post<NoteLike>('note', `note-${visit.qid}`, '/his/api/note', {})
  if (begun.status !== 200) throw new Error(`no note: ${begun.code}`)
  noteId = begun.data.id
  let version = begun.data.version
  let text = ''
  for (let round = 0; round < 3; round += 1) {
    const canary = newCanary('save')
    text = text ? `${text} ${canary}` : canary
    // A save has no key: it is against a version, and what is there already is left as it is.
    const saved = await ledger.write<NoteLike>(
      'save',
      canary,
      {
        method: 'PUT',
        path: `/his/api/notes/${noteId}`,
        body: { ...owner, version, s: text },
        by,
        there: (data) => String(Reflect.get(data, 's')).includes(canary),
      },
      { noteId },
    )
    if (saved.data) version = saved.data.version
    const icd = newCanary('icd')
    await post('icd', icd, '/his/api/upsertICD', { noteId, code: CODES[round], remarks: icd })
    const line = newCanary('line')
    const coded = await post<NoteLike>('line', line, '/his/api/upsertMedicine', {
      noteId,
      code: DRUG,
      dose: 1,
      frequency: 'TID',
      route: 'PO',
      days: 3,
      notes: line,
    })
    if (coded.data) version = coded.data.version
  }
  await post('sign', `sign-${visit.qid}`, '/his/api/recordSignature', {
    id: noteId,
    version,
    password: PASSWORD,
    finish: true,
  })
  return true
}

/** A patient comes by the link, agrees, arrives and rings; the doctor answers, and one of them hangs up. */
async function call(ledger: Ledger, visits: Iterator<Visit>, did: number, stop: { now: boolean }): Promise<boolean> {
  const visit = visits.next().value
  if (!visit) return false
  const by = { staff: account(did) }
  const path = `/his/api/links/${visit.token}`
  const about = { qid: visit.qid }
  const step = <T>(kind: string, body: object, by: { cookie: string } | 'nobody', key?: string) =>
    ledger.write<T>(
      kind,
      `${kind}-${visit.qid}`,
      { method: 'POST', path: `${path}/${kind}`, body, by, ...(key ? { key } : {}) },
      about,
    )
  await step('open', {}, 'nobody')
  const passed = await step('identity', { birthday: BIRTHDAY, last4: LAST4 }, 'nobody')
  const cookie = passed.cookie
  // A pass whose answer was lost binds a browser that nobody has: the next visit.
  if (!cookie) return true
  const texts = { consultation: true, recording: true, record: true, texts: consentTexts }
  await step('consents', texts, { cookie }, newKey())
  await step('arrivals', { camera: 'ok', microphone: 'ok', speaker: 'ok' }, { cookie }, newKey())
  await free(ledger, did, stop)
  const rung = await step<{ call: { callID: string } | null }>('calls', { videoCall: true }, { cookie }, newKey())
  const callID = rung.data?.call?.callID
  if (rung.status !== 200 || !callID) return true
  // Every fourth is left to ring: its timer ends it.
  if (visit.qid % 4 === 0) {
    ledger.entries.push({
      kind: 'unanswered',
      canary: callID,
      told: 'done',
      code: 'OK',
      requestId: undefined,
      tries: 1,
      about,
    })
    return true
  }
  const act = (action: string) =>
    ledger.write(
      action,
      `${action}-${visit.qid}`,
      { method: 'POST', path: '/his/api/updatecallinfostatus', body: { callID, action }, by },
      { ...about, callID },
    )
  await act('answer')
  await sleep(100)
  await act('hangup')
  return true
}

/** On line and in no call: after each the timer of the end has to fire first. */
async function free(ledger: Ledger, did: number, stop: { now: boolean }): Promise<void> {
  for (;;) {
    const told = await ledger.once<{ code: number }>({
      method: 'POST',
      path: '/his/api/doctorstatus',
      body: { doctorStatus: 1000 },
      by: { staff: account(did) },
    })
    if (told?.status === 200 && told.data.code === 1000) return
    if (stop.now) return
    await sleep(100)
  }
}
