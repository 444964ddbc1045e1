import { randomUUID } from 'node:crypto'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Answer, Person, Visit, World } from '../lib/world.ts'
import { type Contest, count, crowd, judge, row } from './contest.ts'

interface Rung {
  visit: Visit
  callId: string
}
/** The patient of a visit rings. */
export async function ringing(world: World, doctor: Person): Promise<Rung> {
  const visit = await world.visit(doctor)
  const rang = await world.patient<{ call: { callID: string } | null }>(visit, 'calls', { videoCall: true })
  if (!rang.data.call) throw new Error(`nobody was rung: ${rang.text}`)
  return { visit, callId: rang.data.call.callID }
}
const act = (world: World, who: Person, callID: string, action: string, process: number) =>
  world.as(who, 'POST', '/his/api/updatecallinfostatus', { callID, action }, { process })

interface CallState {
  state: string
  cause: string | null
  by: number | null
  answered: number
  rung: number
  alarms: number
}
const stateOf = (world: World, callId: string) =>
  row(
    world,
    sql<CallState>`
    select c.state, c.cause, c.answered_by_mid as by,
      (select count(*)::int from call_target t where t.call_id = c.call_id and t.state = 'answered') as answered,
      (select count(*)::int from call_target t where t.call_id = c.call_id and t.state = 'ringing') as rung,
      (select count(*)::int from timer t where t.kind = 'call.ring' and t.key = c.call_id::text) as alarms
    from call c where c.call_id = ${callId}`,
  )

/** A doctor and four bound nurses, ten tabs each, two processes: one of them talks to the patient. */
const answering: Contest = {
  name: 'answer',
  crowd: 50,
  share: 30,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(4)
    const { callId } = await ringing(world, doctor)
    const people = [doctor, ...nurses]
    const answers = await crowd(50, (at) => act(world, people[at % 5] as Person, callId, 'answer', at))
    const seen = judge()
    const won = seen.one(answers, ['CALL_TAKEN'])
    const winner = (won?.data.takenBy as { mid: number } | undefined)?.mid
    const losers = answers.filter(({ code }) => code === 'CALL_TAKEN')
    seen.holds(
      losers.every(({ data }) => data.mid === winner),
      () => 'somebody was told of another winner',
    )
    const call = await stateOf(world, callId)
    seen.holds(
      call.state === 'answered' && call.by === winner && call.answered === 1 && call.rung === 0 && call.alarms === 0,
      () => `the call stands as ${JSON.stringify(call)}, won by ${winner}`,
    )
    const busy = await world.rows(sql<{ mid: number }>`
      select mid from presence where code = 2000 and mid = any (${people.map(({ mid }) => mid)}::int[])`)
    seen.holds(busy.length === 1 && busy[0]?.mid === winner, () => `busy are ${JSON.stringify(busy)}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** One doctor, two patients ringing, tabs that answer both: nobody is in two calls. */
const twoCalls: Contest = {
  name: 'two calls, one doctor',
  crowd: 20,
  share: 6,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const calls = [await ringing(world, doctor), await ringing(world, doctor)]
    const answers = await crowd(20, (at) => act(world, doctor, calls[at % 2]?.callId ?? '', 'answer', at >> 1))
    const seen = judge()
    seen.one(answers, ['CALL_TAKEN', 'CALL_ALREADY'])
    const inCalls = await count(world, sql`call where state = 'answered' and answered_by_mid = ${doctor.mid}`)
    seen.holds(inCalls === 1, () => `the doctor is in ${inCalls} calls`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Answering, rejecting, giving up and the end of the ringing at once: a call ends in one way. */
const endings: Contest = {
  name: 'answer, reject, give up, time-out',
  crowd: 16,
  share: 10,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const { visit, callId } = await ringing(world, doctor)
    await world.run(sql`update timer set due_at = ${world.clock.now()} where kind = 'call.ring' and key = ${callId}`)
    const staff = (who: Person, action: string, at: number) => act(world, who, callId, action, at)
    const late = world.fire()
    const answers = await crowd(14, (at): Promise<Answer> => {
      if (at < 6) return staff(at % 2 ? doctor : nurse, 'answer', at)
      if (at < 10) return staff(at % 2 ? doctor : nurse, 'reject', at)
      return world.patient(visit, `calls/${callId}`, { action: 'cancel' }, { process: at })
    })
    await late
    const seen = judge()
    seen.among(answers, ['OK', 'CALL_TAKEN', 'CALL_OVER'])
    const won = (from: number, to: number) => answers.slice(from, to).filter(({ code }) => code === 'OK').length
    const call = await stateOf(world, callId)
    const ways = {
      answered: won(0, 6),
      left: won(10, 14),
      timeout: call.state === 'missed' && call.cause === 'timeout' ? 1 : 0,
      rejected: call.state === 'rejected' ? 1 : 0,
    }
    const sum = Object.values(ways).reduce((total, n) => total + n, 0)
    const fits =
      (ways.answered === 1 && call.state === 'answered') ||
      (ways.left === 1 && call.state === 'missed' && call.cause === 'left') ||
      ways.timeout === 1 ||
      ways.rejected === 1 ||
      // One of two rejected, and nothing else came through: it rings on.
      (sum === 0 && call.state === 'ringing')
    seen.holds(sum <= 1 && fits, () => `it ended as ${JSON.stringify(ways)} and stands as ${JSON.stringify(call)}`)
    seen.holds(call.state === 'ringing' || call.rung === 0, () => 'somebody is still rung')
    return { attempts: answers.length + world.apps.length, violations: seen.violations }
  },
}

/** The doctor sits in the room while the patient answers: neither waits for the other for ever. */
const entering: Contest = {
  name: 'enter and answer',
  crowd: 4,
  share: 3,
  falls: [],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const { callId } = await ringing(world, doctor)
    const { room_id: roomId } = await row(
      world,
      sql<{ room_id: string }>`select room_id from call where call_id = ${callId}`,
    )
    const tokens = await Promise.all(
      [doctor, nurse].map((who) =>
        world.as<{ token: string }>(who, 'POST', '/comm/ds/token', {
          teamId: 1,
          roomId,
          username: '',
          role: 'moderator',
        }),
      ),
    )
    const lines = await Promise.all(
      [doctor, nurse].map(async (who) => world.line('/staff', { token: await world.bearer(who) })),
    )
    const entered = lines.map((line, at) =>
      line.emit('room.join', {
        roomId,
        token: tokens[at]?.data.token,
        instance: randomUUID(),
        media: { mic: true, cam: true },
      }),
    )
    const answers = await crowd(2, (at) => act(world, at ? doctor : nurse, callId, 'answer', 0))
    const seen = judge()
    seen.one(answers, ['CALL_TAKEN'])
    const inside = await Promise.all(entered)
    seen.holds(
      inside.every(({ ok }) => ok),
      () => `somebody could not enter: ${JSON.stringify(inside)}`,
    )
    for (const { socket } of lines) socket.disconnect()
    return { attempts: 4, violations: seen.violations }
  },
}

/** A visit's room is opened by everybody at once: it is one room. */
const opening: Contest = {
  name: 'one room',
  crowd: 10,
  share: 5,
  falls: ['indexes'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const visit = await world.visit(doctor)
    const people = [doctor, ...nurses]
    const answers = await crowd(10, (at) =>
      world.as(people[at % 2] as Person, 'POST', '/comm/room/create', { queueID: visit.qid }, { process: at }),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds(new Set(answers.map(({ data }) => data.roomID)).size === 1, () => 'they were given several rooms')
    const rooms = await count(world, sql`room where qid = ${visit.qid} and state <> 'closed'`)
    seen.holds(rooms === 1, () => `${rooms} rooms are open`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Two pages and two people start the recording, some of them twice: one recording, a segment for each page. */
const recording: Contest = {
  name: 'one recording',
  crowd: 12,
  share: 6,
  falls: ['indexes'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const visit = await world.visit(doctor)
    const people = [doctor, ...nurses]
    const made = await world.as<{ roomID: string }>(doctor, 'POST', '/comm/room/create', { queueID: visit.qid })
    const roomId = made.data.roomID
    for (const { mid, account } of people)
      await world.run(sql`insert into room_participant (room_id, user_id, partner_id, unit_id, pid, mid, name, role, joined_at)
        values (${roomId}, ${`1_${mid}`}, 1, 2, 201, ${mid}, ${account}, 'moderator', ${world.clock.now()})
        on conflict (room_id, user_id) do update set joined_at = excluded.joined_at, left_at = null`)
    const pages = people.flatMap((who) => [0, 1].map(() => ({ who, instance: randomUUID() })))
    const answers = await crowd(12, (at) => {
      const page = pages[at % 4] as (typeof pages)[number]
      return world.as(
        page.who,
        'POST',
        '/comm/room/records',
        { action: 'start', roomId, instance: page.instance },
        { process: at },
      )
    })
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds(
      new Set(answers.map(({ data }) => data.recordingId)).size === 1,
      () => 'they were given several recordings',
    )
    const running = await count(world, sql`recording where room_id = ${roomId}`)
    const segments = await count(
      world,
      sql`recording_segment s join recording g on g.recording_id = s.recording_id where g.room_id = ${roomId}`,
    )
    seen.holds(running === 1 && segments === 4, () => `${running} recordings with ${segments} segments`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** On line, away and into a call at once: who talks is busy, and nothing else. */
const presence: Contest = {
  name: 'presence',
  crowd: 35,
  share: 6,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const { callId } = await ringing(world, doctor)
    const set = (code: number, process: number) =>
      world.as(doctor, 'POST', '/his/api/doctorstatus', { doctorStatus: code }, { process })
    const tab = async (at: number) => {
      const told: Answer[] = []
      for (let turn = 0; turn < 8; turn += 1) told.push(await set(turn % 2 ? 3000 : 1000, at))
      return told
    }
    const [settings, answered] = await Promise.all([
      crowd(4, tab).then((all) => all.flat()),
      crowd(3, (at) => act(world, doctor, callId, 'answer', at)),
    ])
    const answers = [...settings, ...answered]
    const seen = judge()
    seen.among(answers, ['OK', 'PRESENCE_IN_CALL', 'CALL_TAKEN'])
    const now = await row(
      world,
      sql<{ code: number; before: number | null; call: string | null }>`
        select code, before_code as before, in_call as call from presence where mid = ${doctor.mid}`,
    )
    seen.holds(
      now.code === 2000 && now.call === callId && (now.before === 1000 || now.before === 3000),
      () => `whoever talks is ${JSON.stringify(now)}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const callContests: readonly Contest[] = [answering, twoCalls, endings, entering, opening, recording, presence]
