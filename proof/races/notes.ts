import { randomUUID } from 'node:crypto'
import { sql } from '../../server/src/platform/db/index.ts'
import { PATIENT, type Person, type Visit, type World } from '../lib/world.ts'
import { type Contest, count, crowd, judge, row } from './contest.ts'

interface Draft {
  id: string
  visit: Visit
  owner: { pid: number; qid: number }
}
/** A note that lacks nothing but its signature. */
export async function draft(world: World, doctor: Person): Promise<Draft> {
  const visit = await world.visit(doctor)
  const id = randomUUID()
  await world.run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, s, created_at, updated_at)
    values (${id}, 1, 2, ${PATIENT}, ${visit.qid}, ${doctor.mid}, '頭暈三天', ${world.clock.now()}, ${world.clock.now()})`)
  await world.run(sql`insert into diagnosis (id, note_id, partner_id, unit_id, pid, author_mid, code, name_en, name_zh_tw, sort)
    values (gen_random_uuid(), ${id}, 1, 2, ${PATIENT}, ${doctor.mid}, 'I10', 'Essential hypertension', '本態性高血壓', 0)`)
  return { id, visit, owner: { pid: PATIENT, qid: visit.qid } }
}
const standing = (world: World, id: string) =>
  row(
    world,
    sql<{ state: string; version: number; signed: number; s: string; o: string; status: string; finished: number }>`
    select n.state, n.version, n.s, n.o, a.status,
      (select count(*)::int from note_version v where v.note_id = n.id and v.kind = 'sign') as signed,
      (select count(*)::int from appointment_event e where e.qid = n.qid and e.action = 'finish') as finished
    from note n join appointment a on a.qid = n.qid where n.id = ${id}`,
  )

/** The signature from ten tabs, half of which finish the visit with it. */
const signing: Contest = {
  name: 'signature',
  crowd: 10,
  share: 8,
  falls: ['locks'],
  async situation(world) {
    const { doctor } = await world.team(0)
    const { id, owner } = await draft(world, doctor)
    const answers = await crowd(10, (at) =>
      world.as(
        doctor,
        'POST',
        '/his/api/recordSignature',
        { ...owner, id, version: 1, finish: at % 2 === 0 },
        { process: at >> 1 },
      ),
    )
    const seen = judge()
    const won = seen.one(answers, ['NOTE_SIGNED', 'VERSION_STALE'])
    const finishes = won !== undefined && answers.indexOf(won) % 2 === 0
    const now = await standing(world, id)
    seen.holds(
      now.state === 'signed' && now.signed === 1 && now.version === 2 && now.finished === (finishes ? 1 : 0),
      () => `the note stands as ${JSON.stringify(now)}`,
    )
    seen.holds((now.status === 'finished') === finishes, () => `the visit is ${now.status}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** The doctor signs while the nurse still writes: what is signed is what the signature's version says. */
const signOrWrite: Contest = {
  name: 'sign against write',
  crowd: 8,
  share: 4,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const { id, owner } = await draft(world, doctor)
    const answers = await crowd(8, (at) =>
      at % 2
        ? world.as(nurse, 'PUT', `/his/api/notes/${id}`, { ...owner, version: 1, o: `BP ${at}` }, { process: at >> 1 })
        : world.as(
            doctor,
            'POST',
            '/his/api/recordSignature',
            { ...owner, id, version: 1, finish: false },
            { process: at >> 1 },
          ),
    )
    const seen = judge()
    seen.one(answers, ['NOTE_SIGNED', 'VERSION_STALE'])
    const now = await standing(world, id)
    const wrote = answers.some(({ code }, at) => at % 2 === 1 && code === 'OK')
    const fits = wrote
      ? now.state === 'draft' && now.o !== '' && now.signed === 0
      : now.state === 'signed' && now.o === '' && now.signed === 1
    seen.holds(fits && now.version === 2, () => `${wrote ? 'written' : 'signed'}, and it is ${JSON.stringify(now)}`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Doctor and nurse type at once: of the same part one stands, of different parts both do. */
const writing: Contest = {
  name: 'two writers',
  crowd: 8,
  share: 5,
  falls: ['locks'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const people = [doctor, ...nurses]
    const { id, owner } = await draft(world, doctor)
    const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`)
    const answers = await crowd(8, (at) =>
      world.as(
        people[at % 2] as Person,
        'PUT',
        `/his/api/notes/${id}`,
        { ...owner, version: 1, [at % 2 ? 's' : 'o']: texts[at] },
        { process: at >> 1 },
      ),
    )
    const seen = judge()
    seen.among(answers, ['OK', 'VERSION_STALE'])
    const won = (which: number) => answers.flatMap(({ code }, at) => (at % 2 === which && code === 'OK' ? [at] : []))
    const now = await standing(world, id)
    seen.holds(
      won(0).length === 1 && won(1).length === 1,
      () => `kept of O ${won(0).length}, of S ${won(1).length} texts`,
    )
    seen.holds(
      now.o === texts[won(0)[0] ?? -1] && now.s === texts[won(1)[0] ?? -1] && now.version === 3,
      () => `a text that was acknowledged is not there: ${JSON.stringify(now)}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** The note of a visit is begun by its author and who prepares it, from several tabs: it is one note. */
const beginning: Contest = {
  name: 'one note',
  crowd: 10,
  share: 5,
  falls: ['indexes'],
  async situation(world) {
    const { doctor, nurses } = await world.team(1)
    const nurse = nurses[0] as Person
    const visit = await world.visit(doctor)
    const owner = { pid: PATIENT, qid: visit.qid }
    const answers = await crowd(10, (at) =>
      world.as(at % 2 ? nurse : doctor, 'POST', '/his/api/note', at % 2 ? { ...owner, did: doctor.mid } : owner, {
        process: at >> 1,
      }),
    )
    const seen = judge()
    seen.among(answers, ['OK'])
    seen.holds(new Set(answers.map(({ data }) => data.id)).size === 1, () => 'they were given several notes')
    const notes = await count(world, sql`note where qid = ${visit.qid} and state <> 'withdrawn'`)
    seen.holds(notes === 1, () => `${notes} notes stand`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const noteContests: readonly Contest[] = [signing, signOrWrite, writing, beginning]
