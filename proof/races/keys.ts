import { randomUUID } from 'node:crypto'
import { sql } from '../../server/src/platform/db/index.ts'
import { PATIENT, type World } from '../lib/world.ts'
import { type Contest, count, crowd, judge } from './contest.ts'
import { draft } from './notes.ts'

/** Ten times the same under one key: one effect, and ten times the first answer. */
const sameKey: Contest = {
  name: 'one key',
  crowd: 10,
  share: 6,
  falls: ['indexes'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const { id, owner } = await draft(world, doctor)
    const key = randomUUID()
    const answers = await crowd(10, (process) =>
      world.as(doctor, 'POST', '/his/api/upsertICD', { ...owner, noteId: id, code: 'E11.9' }, { process, key }),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds(new Set(answers.map(({ text }) => text)).size === 1, () => 'the answers differ')
    const lines = await count(world, sql`diagnosis where note_id = ${id} and code = 'E11.9'`)
    seen.holds(lines === 1, () => `${lines} lines were made`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** A try that reaches nobody is kept and refused: under one key it is one try, refused ten times alike. */
const refusedKey: Contest = {
  name: 'one key, refused',
  crowd: 10,
  share: 5,
  falls: ['indexes'],
  async situation(world) {
    const { doctor } = await world.team(0)
    await world.run(sql`update presence set code = 3000 where mid = ${doctor.mid}`)
    const visit = await world.visit(doctor)
    const key = randomUUID()
    const answers = await crowd(10, (process) => world.patient(visit, 'calls', { videoCall: true }, { process, key }))
    const seen = judge()
    seen.among(answers, ['DOCTOR_OFFLINE'])
    seen.holds(new Set(answers.map(({ text }) => text)).size === 1, () => 'the answers differ')
    const calls = await count(world, sql`call where qid = ${visit.qid}`)
    seen.holds(calls === 1, () => `${calls} calls were kept`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** One key with two bodies: whoever comes first is served, the other body is refused. */
const otherBody: Contest = {
  name: 'one key, two bodies',
  crowd: 10,
  share: 5,
  falls: ['indexes'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const visits = [await world.visit(doctor), await world.visit(doctor)]
    const key = randomUUID()
    const answers = await crowd(10, (at) =>
      world.as(doctor, 'POST', '/his/api/note', { pid: PATIENT, qid: visits[at % 2]?.qid }, { process: at >> 1, key }),
    )
    const seen = judge()
    seen.among(answers, ['OK', 'IDEMPOTENCY_MISMATCH'])
    const served = [0, 1].map((which) => answers.filter(({ code }, at) => at % 2 === which && code === 'OK').length)
    seen.holds(served.toSorted((a, b) => a - b).join() === '0,5', () => `served of the two bodies: ${served}`)
    const notes = await Promise.all(visits.map(({ qid }) => count(world, sql`note where qid = ${qid}`)))
    seen.holds(
      notes.every((n, which) => n === (served[which] ? 1 : 0)),
      () => `notes ${notes}, served ${served}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** No key at all, ringing from a page that repeats itself: a room rings once. */
const ringing: Contest = {
  name: 'one ring',
  crowd: 10,
  share: 5,
  falls: ['locks and indexes'],
  async situation(world: World) {
    const { doctor } = await world.team(0)
    const visit = await world.visit(doctor)
    const answers = await crowd(10, (process) => world.patient(visit, 'calls', { videoCall: true }, { process }))
    const seen = judge()
    seen.one(answers, ['CALL_ALREADY'])
    const rings = await count(world, sql`call where qid = ${visit.qid}`)
    seen.holds(rings === 1, () => `${rings} calls were made`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const keyContests: readonly Contest[] = [sameKey, refusedKey, otherBody, ringing]
