import { deepStrictEqual } from 'node:assert/strict'
import { permissionsOf } from '@teleward/contract/core/access.ts'
import type { Permission } from '@teleward/contract/core/permissions.gen.ts'
import {
  canNote,
  missingForSigning,
  type NoteAction,
  noteTransitions,
  type NoteTransition,
} from '@teleward/contract/emr/rules.ts'
import { type Note, type NotePart, noteParts, type NoteState } from '@teleward/contract/emr/schema.ts'
import fc from 'fast-check'
import { sql } from '../../server/src/platform/db/index.ts'
import { type Answer, PATIENT, type Person, type Visit, type World } from '../lib/world.ts'
import { leadsTo, type Machine, refused, type Said, type Step } from './machine.ts'

/** The author's note of one visit: the living one, or the last that was withdrawn. */
export interface Model extends Record<NotePart, string> {
  state: NoteState | 'none'
  version: number
  partVersions: Partial<Record<NotePart, number>>
  diagnoses: readonly string[]
  /** Notes of the visit, withdrawn ones and all; signatures and amendments kept of this one. */
  notes: number
  signed: number
  amended: number
}
const kinds = ['author', 'nurse', 'colleague', 'dietitian', 'agent'] as const
type Kind = (typeof kinds)[number]
const numbers: Record<Kind, number> = { author: 1, nurse: 2, colleague: 3, dietitian: 4, agent: 5 }
const doctortypes: Record<Kind, string> = {
  author: 'doctor',
  nurse: 'nurse',
  colleague: 'doctor',
  dietitian: 'dietitian',
  agent: 'agent',
}
export interface Real {
  world: World
  visit: Visit
  people: Record<Kind, Person>
  /** The note the model speaks of. */
  id: string | undefined
}
const rightsOf = (kind: Kind) => permissionsOf({ doctortype: doctortypes[kind], onBoard: true })
const actorOf = (kind: Kind) => ({
  mid: numbers[kind],
  level: (permission: Permission) => rightsOf(kind)[permission],
  preparesFor: kind === 'nurse' ? [numbers.author] : [],
})
const empty = { s: '', o: '', a: '', p: '', memo: '' }
const alive = (model: Model) => model.state !== 'none' && model.state !== 'withdrawn'

interface Asked {
  model: Model
  seen: Model
  /** How far the version that is sent lies behind what was seen; `undefined`: the step names none. */
  behind?: number
  beside?: readonly (string | false)[]
}
const sent = (seen: Model, behind: number) => Math.max(1, seen.version - behind)
/** The table's verdict on this note, with what may be refused beside it. */
function table(
  action: NoteAction,
  kind: Kind,
  { model, seen, behind, beside = [] }: Asked,
  next: () => Partial<Model>,
): Said<Model> {
  const rule: NoteTransition = noteTransitions[action]
  // A note begun anew meanwhile is another one: whoever has the old one open speaks of that, which is withdrawn.
  const state = model.notes === seen.notes || action === 'create' ? model.state : 'withdrawn'
  const hidden = rightsOf(kind)[rule.who] === '-' && 'FORBIDDEN'
  const verdict = canNote(action, actorOf(kind), { state, authorMid: numbers.author })
  const stale = behind !== undefined && sent(seen, behind) !== model.version && 'VERSION_STALE'
  const codes = [hidden, !verdict.ok && verdict.code, stale, ...beside].filter((code) => code !== false)
  if (codes.length || !verdict.ok) return refused(...codes)
  return leadsTo({ ...model, state: verdict.to, version: model.version + 1, ...next() })
}
const send = (real: Real, kind: Kind, path: string, body: object, key?: string): Promise<Answer> =>
  real.world.as(
    real.people[kind],
    'POST',
    `/his/api/${path}`,
    { pid: PATIENT, qid: real.visit.qid, ...body },
    key ? { key } : {},
  )
const noNote = ({ state }: Model) => state === 'none'

const create = (kind: Kind): Step<Model, Real> => ({
  name: `${kind} begins the note`,
  keyed: true,
  said(model) {
    const asked = { model: { ...model, state: 'none' as const }, seen: model }
    const verdict = table('create', kind, asked, () => ({
      ...empty,
      version: 1,
      partVersions: {},
      diagnoses: [],
      notes: model.notes + 1,
      signed: 0,
      amended: 0,
    }))
    // Who begins a note that stands is given that very one.
    return verdict.ok && alive(model) ? leadsTo(model) : verdict
  },
  async done(real, _, key) {
    const did = real.people.author.mid
    const made = await send(real, kind, 'note', kind === 'author' ? {} : { did }, key)
    if (made.code === 'OK') real.id = String(made.data.id)
    return made.code
  },
})

const write = (kind: Kind, part: NotePart, text: string, behind: number, handOver = false): Step<Model, Real> => ({
  name: `${kind} ${handOver ? 'hands over' : `writes ${part}`}${behind ? ', from an older version' : ''}`,
  idle: noNote,
  said(model, seen) {
    const from = sent(seen, behind)
    const same = model[part] === text
    // Merged by part: only the same one, changed on both sides, is a clash.
    const clash = ((!same && (model.partVersions[part] ?? 1) > from) || from > model.version) && 'VERSION_STALE'
    const asked = { model, seen, beside: [clash] }
    const version = model.version + 1
    const changed = same ? {} : { [part]: text, partVersions: { ...model.partVersions, [part]: version } }
    const verdict = table('write', kind, asked, () => changed)
    if (!handOver) return verdict.ok && same ? leadsTo(model) : verdict
    // Both steps have to be allowed; together they are one version.
    const handed = table('handOver', kind, asked, () => changed)
    return verdict.ok ? handed : handed.ok ? verdict : refused(...verdict.codes, ...handed.codes)
  },
  async done({ world, people, visit, id }, seen) {
    const body = {
      pid: PATIENT,
      qid: visit.qid,
      version: sent(seen, behind),
      [part]: text,
      ...(handOver ? { handOver } : {}),
    }
    return (await world.as(people[kind], 'PUT', `/his/api/notes/${id}`, body)).code
  },
})

const diagnose = (kind: Kind, code: string): Step<Model, Real> => ({
  name: `${kind} adds a diagnosis`,
  keyed: true,
  idle: noNote,
  said: (model, seen) =>
    table('diagnose', kind, { model, seen, beside: [model.diagnoses.includes(code) && 'ICD_DUPLICATE'] }, () => ({
      diagnoses: [...model.diagnoses, code].toSorted(),
    })),
  done: async (real, _, key) => (await send(real, kind, 'upsertICD', { noteId: real.id, code }, key)).code,
})

const incomplete = (model: Model, more: Partial<Model> = {}) =>
  missingForSigning({ ...model, ...more }, true).length > 0 && 'NOTE_INCOMPLETE'

const sign = (kind: Kind, behind: number): Step<Model, Real> => ({
  name: `${kind} signs${behind ? ', from an older version' : ''}`,
  keyed: true,
  idle: noNote,
  said: (model, seen) =>
    table('sign', kind, { model, seen, behind, beside: [incomplete(model)] }, () => ({ signed: model.signed + 1 })),
  done: async (real, seen, key) =>
    (await send(real, kind, 'recordSignature', { id: real.id, version: sent(seen, behind) }, key)).code,
})
const amend = (kind: Kind, text: string, reason: string): Step<Model, Real> => ({
  name: `${kind} amends${reason ? '' : ', without a reason'}`,
  keyed: true,
  idle: noNote,
  said: (model, seen) =>
    table(
      'amend',
      kind,
      { model, seen, behind: 0, beside: [!reason && 'REASON_REQUIRED', model.s === text && 'BAD_INPUT'] },
      () => ({
        s: text,
        partVersions: { ...model.partVersions, s: model.version + 1 },
        amended: model.amended + 1,
      }),
    ),
  done: async (real, seen, key) =>
    (await send(real, kind, 'updatenote', { id: real.id, version: sent(seen, 0), reason, s: text }, key)).code,
})
const withdraw = (kind: Kind, reason: string, behind: number): Step<Model, Real> => ({
  name: `${kind} withdraws${reason ? '' : ', without a reason'}${behind ? ', from an older version' : ''}`,
  idle: noNote,
  said: (model, seen) =>
    table('withdraw', kind, { model, seen, behind, beside: [!reason && 'REASON_REQUIRED'] }, () => ({})),
  done: async (real, seen) =>
    (await send(real, kind, 'delnote', { id: real.id, version: sent(seen, behind), reason })).code,
})

const crews = new WeakMap<World, Promise<Record<Kind, Person>>>()
async function crew(world: World): Promise<Record<Kind, Person>> {
  const { doctor, nurses } = await world.team(1)
  return {
    author: doctor,
    nurse: nurses[0] as Person,
    colleague: await world.person(),
    dietitian: await world.person({ doctortype: 'dietitian', staffType: 3 }),
    agent: await world.person({ doctortype: 'agent', staffType: 7 }),
  }
}

const who = fc.constantFrom<Kind>(
  'author',
  'author',
  'author',
  'author',
  'nurse',
  'nurse',
  'colleague',
  'dietitian',
  'agent',
)
const rarely = (times: number) => fc.integer({ min: 0, max: times }).map((n) => (n === 0 ? 1 : 0))
const reason = fc.constantFrom('寫錯病人', '寫錯病人', '寫錯病人', '')
const text = fc.nat().map((n) => (n % 4 === 0 ? 'the same again' : `text ${n}`))

export const note = (world: World): Machine<Model, Real> => ({
  name: 'note',
  begin: fc.constant({
    state: 'none',
    version: 1,
    partVersions: {},
    ...empty,
    diagnoses: [],
    notes: 0,
    signed: 0,
    amended: 0,
  }),
  step: fc.oneof(
    { weight: 4, arbitrary: who.map(create) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(who, fc.constantFrom(...noteParts, 's', 's'), text, rarely(4))
        .map(([kind, part, what, behind]) => write(kind, part, what, behind)),
    },
    { weight: 2, arbitrary: fc.tuple(who, text).map(([kind, what]) => write(kind, 'o', what, 0, true)) },
    {
      weight: 4,
      arbitrary: fc.tuple(who, fc.constantFrom('I10', 'E11.9')).map(([kind, code]) => diagnose(kind, code)),
    },
    { weight: 4, arbitrary: fc.tuple(who, rarely(5)).map(([kind, behind]) => sign(kind, behind)) },
    { weight: 2, arbitrary: fc.tuple(who, text, reason).map(([kind, what, why]) => amend(kind, what, why)) },
    {
      weight: 1,
      arbitrary: fc.tuple(who, reason, rarely(5)).map(([kind, why, behind]) => withdraw(kind, why, behind)),
    },
  ),
  async open() {
    const known = crews.get(world) ?? crew(world)
    crews.set(world, known)
    const people = await known
    // Their passwords were given a moment ago: what a signature asks besides is for other tests.
    const sids = Object.values(people).map(({ sid }) => sid)
    await world.run(sql`update sign_confirmation set at = ${world.clock.now()} where sid = any (${sids}::uuid[])`)
    return { world, visit: await world.visit(people.author), people, id: undefined }
  },
  async compare(model, { visit, people, id }) {
    const { rows } = await seen(world, visit, people.author)
    const living = rows.filter(({ state }) => state !== 'withdrawn')
    deepStrictEqual(living.length <= 1, true, `${living.length} notes live`)
    deepStrictEqual(rows.length, model.notes, 'the number of notes')
    if (model.state === 'none') return
    const now = rows.find((one) => one.id === id)
    deepStrictEqual(
      now && {
        state: now.state,
        version: now.version,
        ...Object.fromEntries(noteParts.map((part) => [part, now[part]])),
        diagnoses: now.diagnoses.map(({ code }) => code).toSorted(),
        hashed: now.hash !== null,
      },
      {
        state: model.state,
        version: model.version,
        ...Object.fromEntries(noteParts.map((part) => [part, model[part]])),
        diagnoses: model.diagnoses,
        hashed: model.signed > 0,
      },
    )
    const kept = await world.rows(sql<{ kind: string; n: number }>`
      select kind, count(*)::int as n from note_version where note_id = ${id ?? null}::uuid group by kind`)
    const count = (kind: string) => kept.find((row) => row.kind === kind)?.n ?? 0
    deepStrictEqual(
      [count('sign'), count('amend'), count('withdraw')],
      [model.signed, model.amended, model.state === 'withdrawn' ? 1 : 0],
      'the versions kept',
    )
  },
})

async function seen(world: World, visit: Visit, author: Person): Promise<{ rows: Note[] }> {
  const sheet = await world.as<{ notes: Note[] }>(author, 'POST', '/his/api/mrnotedata', { qid: visit.qid })
  return { rows: sheet.data.notes.filter((one) => one.author.mid === author.mid) }
}
