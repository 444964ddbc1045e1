import { randomUUID } from 'node:crypto'
import { imageText } from '@teleward/contract/emr/images.ts'
import type { OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { openTestApp, PASSWORD, type TestApp } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'

export const PATIENT = 201
export const OTHER = 202
/** Dr Lin of unit 2 asks; Dr Far works in unit 3 alone, where this patient is nobody's. */
export const INVITER = 'dr.lin'
export const INVITED = 'dr.far'

export interface Ward {
  testApp: TestApp
  notes: [string, string, string]
  files: [string, string]
  token(account: string): string
  mid(account: string): number
  invite(
    body?: Record<string, unknown>,
    by?: string,
  ): Promise<{ code: string; opinion: OpinionDetail; fields: unknown }>
  read(by: string, id: string): Promise<{ code: string; opinion: OpinionDetail }>
  put(by: string, id: string, body: Record<string, unknown>): Promise<{ code: string; opinion: OpinionDetail }>
  answer(by: string, id: string, body: Record<string, unknown>): Promise<{ code: string; opinion: OpinionDetail }>
  run(statement: ReturnType<typeof sql>): Promise<unknown>
}
const api = (path: string) => `/his/api/${path}`
/** A picture of the record that is not picked. */
const picture = imageText({ viewer: 'img', file: randomUUID(), look: '', words: '皮膚' })
const content = (s: string) => {
  const from = { noteId: randomUUID(), qid: 901, date: '2026-03-01', author: { mid: 1, name: '', nameEn: null } }
  const copied = [{ ...from, part: 'o', text: picture }]
  return JSON.stringify({
    s,
    o: picture,
    a: '',
    p: '',
    memo: '',
    diagnoses: [],
    prescription: [],
    drugAnswers: [],
    copied,
  })
}

/** Two signed notes and a draft, two files, and a week of weights, in an authorised record. */
export async function openWard(): Promise<Ward> {
  const testApp = await openTestApp({ at: 'real' })
  const mid = (account: string) => testApp.mids[account] ?? 0
  const notes: Ward['notes'] = [randomUUID(), randomUUID(), randomUUID()]
  const files: Ward['files'] = [randomUUID(), randomUUID()]
  await testApp.data.db.system.tx(async (tx) => {
    await tx.run(sql`insert into member (pid, member_no, id_number, name, gender, birthday) overriding system value values
      (${PATIENT}, 'M-1', 'A223456527', '吳秀鳳', 'female', '1958-01-02'), (${OTHER}, 'M-2', null, '張振國', 'male', '1963-11-02')`)
    await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (${PATIENT}, 1, 2), (${OTHER}, 1, 2)`)
    await tx.run(sql`insert into consent (id, partner_id, unit_id, pid, kind, state, text_version, starts_at)
      values (${randomUUID()}, 1, 2, ${PATIENT}, 'record', 'active', '1', now() - interval '1 day')`)
    for (const [n, id] of notes.entries()) {
      await tx.run(sql`insert into appointment (qid, partner_id, unit_id, pid, did, status, kind, "interval", date, start_at, queue_no)
        overriding system value values (${901 + n}, 1, 2, ${PATIENT}, ${mid(INVITER)}, 'finished', 'general', 1, ${`2026-03-0${n + 2}`}, ${`2026-03-0${n + 2}T01:00:00Z`}, 1)`)
      const signed = n < 2
      await tx.run(sql`insert into note (id, partner_id, unit_id, pid, qid, author_mid, state, s, signed_at, signed_by, hash)
        values (${id}, 1, 2, ${PATIENT}, ${901 + n}, ${mid(INVITER)}, ${signed ? 'signed' : 'draft'}, ${`主訴${n}`},
          ${signed ? new Date() : null}::timestamptz, ${signed ? mid(INVITER) : null}::int, ${signed ? 'x' : null}::text)`)
      if (signed)
        await tx.run(sql`insert into note_version (note_id, version, partner_id, unit_id, pid, author_mid, kind, content, saved_by)
          values (${id}, 1, 1, 2, ${PATIENT}, ${mid(INVITER)}, 'sign', ${content(`主訴${n}`)}::jsonb, ${mid(INVITER)})`)
    }
    for (const [n, id] of files.entries())
      await tx.run(sql`insert into medical_file (id, partner_id, unit_id, pid, mid, kind, format, name, bytes, sha256, key, state, created_at, updated_at)
        values (${id}, 1, 2, ${PATIENT}, ${mid(INVITER)}, 'photo', 'png', ${`f${n}.png`}, 1, ${'0'.repeat(64)}, 'x', 'stored', now(), now())`)
    for (let n = 1; n <= 7; n++)
      await tx.run(sql`insert into reading (pid, partner_id, unit_id, kind, value, unit, measured_at, received_at, source, data_type, recorded_by)
        values (${PATIENT}, 1, 2, 'weight', ${60 + n}, 'kg', ${`2026-03-0${n}T02:00:00Z`}, now(), 'device', 'weight', ${mid(INVITER)})`)
  })
  const tokens: Record<string, string> = {}
  for (const account of [INVITER, INVITED, 'dr.wang', 'nurse.chen', 'dr.hua'])
    tokens[account] = (await testApp.signIn(account)).token
  const token = (account: string) => tokens[account] ?? ''
  const said = async (answer: ReturnType<TestApp['send']>) => {
    const { body } = await answer
    return { code: body.status ?? '', opinion: body.data as unknown as OpinionDetail, fields: body.fields }
  }
  return {
    testApp,
    notes,
    files,
    token,
    mid,
    run: (statement) => testApp.data.db.system.tx((tx) => tx.run(statement)),
    invite: (body = {}, by = INVITER) =>
      said(
        testApp.post(
          api('opinions'),
          {
            pid: PATIENT,
            question: '這張影像需要處理嗎？',
            invitedMid: mid(INVITED),
            records: {
              notes: [notes[0]],
              files: [files[0]],
              readings: [{ kind: 'weight', from: '2026-03-02', to: '2026-03-04' }],
            },
            ...body,
          },
          token(by),
        ),
      ),
    read: (by, id) => said(testApp.get(api(`opinions/${id}`), token(by))),
    put: (by, id, body) => said(testApp.send('PUT', api(`opinions/${id}`), body, token(by))),
    answer: (by, id, body) =>
      said(testApp.post(api(`opinions/${id}/answers`), { text: '可觀察', password: PASSWORD, ...body }, token(by))),
  }
}
