import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import { deflateSync, crc32 } from 'node:zlib'
import { sql } from '../../server/src/platform/db/index.ts'
import { type Answer, PATIENT, type Person, type World } from '../lib/world.ts'
import { type Contest, crowd, judge } from './contest.ts'

type Told<T> = T & Record<string, unknown>

/** The smallest grey picture there is. */
const part = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const picture = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  part('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
  part('IDAT', deflateSync(Buffer.alloc(2))),
  part('IEND', Buffer.alloc(0)),
])
const begin = (world: World, who: Person, process = 0): Promise<Answer<Told<Upload>>> =>
  world.as(
    who,
    'POST',
    '/his/api/uploads',
    { kind: 'photo', pid: PATIENT, name: 'a.png', bytes: picture.length },
    { process },
  )
const send = (world: World, who: Person, id: string, process: number): Promise<Answer<Told<Upload>>> =>
  world.as(who, 'PATCH', `/his/api/uploads/${id}`, picture, { process, offset: 0 })

/** The last piece from six windows at once: it is taken once, and one file is made of it. */
const finishing: Contest = {
  name: '[FILE-04~] the last piece of an upload, sent from six windows',
  crowd: 6,
  share: 2,
  falls: [],
  async situation(world) {
    const who = await world.person()
    const { data } = await begin(world, who)
    const answers = await crowd(6, (at) => send(world, who, data.id, at))
    const seen = judge()
    seen.one(answers, ['UPLOAD_OFFSET'])
    const rows = await world.rows<{ state: string; bytes: number }>(
      sql`select state, bytes::int as bytes from medical_file where mid = ${who.mid}`,
    )
    seen.holds(
      rows.length === 1 && rows[0]?.state === 'stored' && rows[0].bytes === picture.length,
      () => `one upload became ${JSON.stringify(rows)}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** More files at once than the institution lets in: so many begin, and no more. */
const AT_ONCE = 50
const beginning: Contest = {
  name: '[FILE-02~] more uploads begun at once than may be under way',
  crowd: AT_ONCE + 4,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const answers = await crowd(AT_ONCE + 4, (at) => begin(world, who, at))
    const seen = judge()
    seen.among(answers, ['OK', 'UPLOAD_COUNT'])
    const begun = answers.filter(({ code }) => code === 'OK').length
    seen.holds(begun === AT_ONCE, () => `${begun} were begun`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Turned by six who saw the same version: one turns it, the others are shown how it stands. */
const turning: Contest = {
  name: '[FILE-10~] one file turned from six windows',
  crowd: 6,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const who = await world.person()
    const { data } = await begin(world, who)
    const { file } = (await send(world, who, data.id, 0)).data
    if (!file) throw new Error('it was not stored')
    const answers = await crowd(6, (at) =>
      world.as<Told<MedicalFile>>(
        who,
        'PUT',
        `/his/api/files/${file.id}`,
        { action: 'change', version: file.version, rotation: 90, remark: `${at}` },
        { process: at },
      ),
    )
    const seen = judge()
    const won = seen.one(answers, ['VERSION_STALE'])
    const [row] = await world.rows<{ version: number; remark: string; changes: number }>(sql`
      select version, remark, jsonb_array_length(history) as changes from medical_file where id = ${file.id}::uuid`)
    seen.holds(
      row?.version === file.version + 1 && row.changes === 1 && row.remark === won?.data.remark,
      () => `it stands as ${JSON.stringify(row)}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const fileContests: readonly Contest[] = [finishing, beginning, turning]
