import { createHash, randomUUID } from 'node:crypto'
import type { DocumentCheck } from '@teleward/contract/documents/schema.ts'
import { withImageLines } from '@teleward/contract/emr/images.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import type { Referral } from '@teleward/contract/referrals/schema.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, members, openClinic, PASSWORD, people } from '../emr/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { Renderer } from './renderer.ts'

let clinic: Clinic
const PHONE = '02-2345-6789'
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.db.system.tx((tx) => tx.run(sql`update partner set phone = ${PHONE} where id = 1`))
})
afterAll(() => clinic?.stop())

const { lin, wang, far, kao, away } = people

const asked = async (kind: string, id: string, mid: number | null = lin, query = '') => {
  const answer = await clinic.http.app.inject({
    method: 'GET',
    url: `/his/api/documents/${kind}/${id}${query}`,
    headers: mid ? { authorization: `Bearer ${mid}` } : {},
  })
  const isPdf = answer.headers['content-type'] === 'application/pdf'
  const code = isPdf ? 'OK' : answer.json<{ status: string }>().status
  return { status: answer.statusCode, code, headers: answer.headers, bytes: answer.rawPayload }
}
/** The pages' texts, as a reader of PDF has them. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const file = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise
  const pages: string[] = []
  for (let at = 1; at <= file.numPages; at++) {
    const { items } = await (await file.getPage(at)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  return pages
}
const squeezed = (text: string) => text.replace(/\s/g, '')
const codeOf = (text: string) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? ''
const check = async (code: string) => {
  const answer = await clinic.http.app.inject({ method: 'GET', url: `/his/api/documentchecks/${code}` })
  return { status: answer.statusCode, text: answer.body, data: answer.json<{ data: DocumentCheck }>().data }
}

/** Signed, with text, a diagnosis and two drugs. */
async function complete(
  parts: Partial<Record<'s' | 'o' | 'a' | 'p' | 'memo', string>> = {},
  drugs = 2,
  refill?: Note['refill'],
): Promise<Note> {
  const note = await clinic.draft()
  const owner = { pid: note.pid, qid: note.qid }
  await clinic.save(note, { s: '頭暈三天', o: 'BP 158/94', a: '', p: '追蹤血壓', memo: '少鹽，多走路', ...parts })
  let { data } = await clinic.post(lin, 'upsertICD', { ...owner, noteId: note.id, code: 'I10', remarks: '初診' })
  for (const code of ['衛署藥製字第057114號', '衛署藥製字第036201號'].slice(0, drugs)) {
    const line = { code, dose: 1, frequency: 'QD', route: 'PO', days: 28, notes: '早餐後' }
    const added = await clinic.post(lin, 'upsertMedicine', { ...owner, noteId: note.id, ...line })
    if (added.status !== 200) throw new Error(`${code}: ${added.code}`)
    data = added.data
  }
  if (refill) {
    const ask = { ...owner, noteId: note.id, version: data.version, refill }
    const refilled = await clinic.post<Note>(lin, 'updateContinuousPrescription', ask)
    if (refilled.status !== 200) throw new Error(refilled.code)
    data = refilled.data
  }
  const signed = await clinic.post(lin, 'recordSignature', {
    ...owner,
    id: note.id,
    version: data.version,
    password: PASSWORD,
  })
  if (signed.status !== 200) throw new Error(signed.code)
  return signed.data
}
const amended = (note: Note, memo: string) =>
  clinic.post(lin, 'updatenote', {
    pid: note.pid,
    qid: note.qid,
    id: note.id,
    version: note.version,
    reason: '補充',
    memo,
    password: PASSWORD,
  })

describe('a document', () => {
  it('[EMR-17] of record, prescription, referral and certificate has the institution’s head, what it is of, and on each page the patient, its number and the code', async () => {
    const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    const picture = { viewer: 'viewdicom', file: randomUUID(), look: 'look=f', words: '胸部 影像 3 / 40' } as const
    const [o, memo] = [withImageLines('量測。\n'.repeat(120), [picture]), withImageLines('少鹽，多走路', [picture])]
    const note = await complete({ o, memo }, 2, { times: 3, until })
    const refill = `連續處方：共3次，至${until}`
    const wish = {
      qid: note.qid,
      toUnit: 3,
      toMid: away,
      reason: '心雜音。\n'.repeat(80),
      urgency: 'urgent',
      consent: true,
    }
    const { data: letter } = await clinic.post<Referral>(lin, 'referrals', wish)
    for (const [kind, title, has, hasNot] of [
      ['referral', '轉診單', ['心雜音', '緊急'], ['頭暈三天', '早餐後']],
      [
        'record',
        '看診紀錄',
        ['頭暈三天', '追蹤血壓', 'I10', '初診', '少鹽', 'QD', '早餐後', refill, 'SHA-256', '[胸部影像3/40]'],
        ['viewdicom'],
      ],
      ['prescription', '處方箋', ['I10', 'QD', '28', '早餐後', refill], ['頭暈三天', '少鹽']],
      [
        'certificate',
        '診斷證明書',
        ['I10', '少鹽', '[胸部影像3/40]', 'A223456527'],
        ['頭暈三天', '早餐後', refill, 'viewdicom'],
      ],
    ] as const) {
      const { status, headers, bytes } = await asked(kind, kind === 'referral' ? letter.id : note.id)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      const pages = (await pagesOf(bytes)).map(squeezed)
      const whole = pages.join('')
      const code = codeOf(pages[0] ?? '')
      for (const [at, page] of pages.entries()) {
        // The head of each page: the institution, the unit and the phone, what it is, and of whom.
        expect(page.slice(0, 60), `${kind} ${at}`).toMatch(new RegExp(`^禾安內湖分站${PHONE}${title}吳秀鳳`))
        for (const part of ['吳秀鳳', '1958-01-02', `第${at + 1}頁，共${pages.length}頁`, code])
          expect(page, `${kind} ${at}: ${part}`).toContain(part)
      }
      for (const part of has) expect(whole, `${kind}: ${part}`).toContain(part)
      for (const part of hasNot) expect(whole, `${kind}: ${part}`).not.toContain(part)
      if (kind === 'record' || kind === 'referral') expect(pages.length).toBeGreaterThan(1)
      // Names of files and properties go where pages do not.
      expect(headers['content-disposition']).toBe(`attachment; filename="${kind}-${code.replaceAll('-', '')}.pdf"`)
    }
  })

  it('[EMR-17~] of a referral is the letter, to both of its sides and nobody else', async () => {
    const note = await clinic.draft()
    const letter = { qid: note.qid, toUnit: 3, toMid: away, reason: '心雜音，請評估', urgency: 'urgent', consent: true }
    const { data } = await clinic.post<Referral>(lin, 'referrals', letter)
    for (const side of [lin, away]) {
      const { bytes } = await asked('referral', data.id, side)
      const text = squeezed((await pagesOf(bytes)).join(''))
      for (const part of ['轉診單', '吳秀鳳', '心雜音，請評估', '緊急', '第1頁，共1頁']) expect(text).toContain(part)
      expect((await check(codeOf(text))).data).toMatchObject({ kind: 'referral', state: 'current' })
    }
    expect((await asked('referral', data.id, wang)).code).toBe('NOT_FOUND')
    await clinic.call(lin, 'PUT', `referrals/${data.id}`, { action: 'withdraw', version: data.version })
    expect(squeezed((await pagesOf((await asked('referral', data.id)).bytes)).join(''))).toContain('已撤回')
  })

  it('[EMR-17~] is checked by its code, which tells that it is unchanged and nothing of the patient', async () => {
    const note = await complete()
    const { bytes } = await asked('record', note.id)
    const shown = codeOf((await pagesOf(bytes))[0] ?? '')
    const found = await check(shown)
    expect(found.data).toMatchObject({
      kind: 'record',
      institution: '禾安',
      pages: 1,
      state: 'current',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    for (const secret of ['吳', 'pid', note.id, '1958', 'I10', '林書妍']) expect(found.text).not.toContain(secret)
    // As it is typed from paper.
    expect((await check(shown.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    for (const none of ['0000-0000-0000', 'x', "' or 1=1", 'é'.repeat(12)])
      expect((await check(encodeURIComponent(none))).status, none).toBe(404)
    const after = await amended(note, '改為低鹽飲食')
    expect(after.status).toBe(200)
    expect((await check(shown)).data.state).toBe('superseded')
    const newer = await asked('record', note.id)
    expect(squeezed((await pagesOf(newer.bytes)).join(''))).toContain('修訂v')
    await clinic.post(lin, 'delnote', {
      pid: note.pid,
      qid: note.qid,
      id: note.id,
      version: after.data.version,
      reason: '誤植',
    })
    expect((await check(shown)).data.state).toBe('withdrawn')
    const struck = squeezed((await pagesOf((await asked('record', note.id)).bytes)).join(''))
    expect(struck).toContain('已撤回')
    expect(struck).toContain('誤植')
  })

  it('[EMR-17~] before the signature says so across the page, and is no prescription and no certificate', async () => {
    const draft = await clinic.draft()
    await clinic.save(draft, { s: '未簽的主訴' })
    const { bytes } = await asked('record', draft.id)
    const text = squeezed((await pagesOf(bytes)).join(''))
    expect(text).toContain('未簽章')
    expect(text).toContain('未簽的主訴')
    expect((await check(codeOf(text))).data.state).toBe('draft')
    for (const kind of ['prescription', 'certificate'])
      expect((await asked(kind, draft.id)).code).toBe('NOTE_INCOMPLETE')
    expect((await asked('prescription', (await complete({}, 0)).id)).code).toBe('RX_EMPTY')
    for (const kind of ['dossier', '__proto__']) expect((await asked(kind, draft.id)).status).toBe(400)
    expect((await asked('record', 'x')).status).toBe(400)
  })

  it('[EMR-17~] is made anew when its source changes meanwhile, and refused when it does not rest', async () => {
    const note = await complete()
    let version = note.version
    const change = () =>
      clinic.db.system.tx((tx) =>
        tx.run(sql`update note set memo = ${`第 ${++version} 版`}, version = ${version} where id = ${note.id}`),
      )
    const { render } = Renderer.prototype
    const during = async (times: number) => {
      Renderer.prototype.render = async function (job) {
        if (times-- > 0) await change()
        return render.call(this, job)
      }
      try {
        return await asked('record', note.id)
      } finally {
        Renderer.prototype.render = render
      }
    }
    const once = await during(1)
    const text = squeezed((await pagesOf(once.bytes)).join(''))
    expect(text).toContain(`第${version}版`)
    expect((await check(codeOf(text))).data.state).toBe('current')
    expect(await during(99)).toMatchObject({ status: 409, code: 'VERSION_STALE' })
  })

  it('[EMR-17~] shows by its code what the font has no sign for, and leaves nothing out', async () => {
    const said =
      'emoji 👨‍👩‍👧 ok，عربى，שלום，\u202etxet，罕用 \u{2A6B2} \u{20BB7} \u{30EDE}，e\u0301，\uE000，a\u200bb'
    const note = await complete({ s: said })
    const { bytes } = await asked('record', note.id)
    const text = squeezed((await pagesOf(bytes)).join(''))
    for (const part of [
      '[U+1F468U+200DU+1F469U+200DU+1F467]',
      '[U+0639U+0631U+0628U+0649]',
      '[U+05E9',
      '[U+202E]txet',
      '[U+E000]',
      'é',
      'ab',
      '\u{30EDE}',
    ])
      expect(text, part).toContain(part)
    expect(text).toContain('罕用[U+2A6B2][U+20BB7]')
    expect(text).toMatch(/本文件有\d+個字元無字形可印/)
    // A text that goes on over pages stays in the font that can show it.
    const over = await complete({ s: '头晕记录'.repeat(2000) })
    const pages = await pagesOf((await asked('record', over.id)).bytes)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.join('').split('头').length - 1).toBe(2000)
    for (const page of pages) expect(page).not.toContain('\u0000')
    // A name of a thousand letters and a word without end stay within the page.
    const long = await complete({ s: 'x'.repeat(4000), p: '無'.repeat(4000) })
    const all = squeezed((await pagesOf((await asked('record', long.id)).bytes)).join(''))
    expect([all.split('x').length - 1 >= 4000, all.split('無').length - 1 >= 4000]).toEqual([true, true])
  })

  it('[EMR-17~] speaks the reader’s language', async () => {
    const note = await complete()
    const en = (await pagesOf((await asked('record', note.id, lin, '?lang=en')).bytes)).join(' ')
    for (const part of ['Consultation note', 'Page 1 of 1', 'Essential', 'Verification code'])
      expect(en).toContain(part)
    const cn = (await pagesOf((await asked('record', note.id, lin, '?lang=zh-CN')).bytes)).join('')
    expect(squeezed(cn)).toContain('看诊记录')
    // A text of the other script is printed as it is.
    const mixed = await complete({ s: '头晕三天，记录如下' })
    const tw = squeezed((await pagesOf((await asked('record', mixed.id)).bytes)).join(''))
    expect(tw).toContain('头晕三天，记录如下')
    expect(tw).not.toContain('[U+')
    expect((await asked('record', note.id, lin, '?lang=fr')).status).toBe(400)
  })

  it('[EMR-17~] [EMR-03~] is handed out as the record is, and kept in the log with its reason and code', async () => {
    const note = await complete()
    for (const mid of [far, away]) expect((await asked('record', note.id, mid)).code).toBe('NOT_FOUND')
    expect((await asked('record', note.id, kao)).status).toBe(403)
    expect((await asked('record', note.id, null)).status).toBe(401)
    expect((await asked('record', randomUUID())).code).toBe('NOT_FOUND')
    // A colleague of the unit by the patient's authorisation, and without it not.
    expect((await asked('record', note.id, wang)).status).toBe(200)
    const shut = await clinic.draft({ pid: members.zhang })
    expect((await asked('record', shut.id, wang)).code).toBe('NOT_FOUND')
    const own = await asked('record', shut.id)
    expect(own.status).toBe(200)
    const { bytes } = await asked('certificate', note.id)
    const code = codeOf((await pagesOf(bytes))[0] ?? '').replaceAll('-', '')
    const rows = await clinic.db.system.read(sql<{ pid: number; mid: number; kind: string; detail: object }>`
      select pid, mid, kind, detail from audit_log where action like 'GET /his/api/documents%' and target_id = ${note.id}`)
    expect(rows).toContainEqual({
      pid: note.pid,
      mid: lin,
      kind: 'read',
      detail: { reason: 'authorised', kind: 'certificate', version: note.version, pages: 1, code },
    })
  })
})
