import { divisions } from '@teleward/contract/profile/rules.ts'
import type { Profile } from '@teleward/contract/profile/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { chen, house, lin, mid, mine, openOwn, person, post, rows } from './own-fixture.ts'

beforeAll(openOwn)
afterAll(() => house?.stop())

describe('the own profile', () => {
  it('[SET-06] has every field of the specification under its name, and says who one is', async () => {
    const { data } = (await house.get('/his/api/profile', lin)).body
    const named = [
      'did',
      'mid',
      'name',
      'family_name',
      'avatar',
      'doctortype',
      'partner',
      'verify',
      'uiastaff',
      'doctorEnable',
    ]
    const more = ['title', 'division', 'divisionStrC', 'divisionStrE', 'experience', 'serviceunit', 'servicelang']
    expect(Object.keys(data ?? {})).toEqual(expect.arrayContaining([...named, ...more]))
    expect(data).toMatchObject({
      did: mid('dr.lin'),
      mid: mid('dr.lin'),
      verify: true,
      doctorEnable: 2,
      uiastaff: false,
    })
    expect((data as unknown as Profile).experience.education).toHaveLength(8)
    const inReview = (await house.signIn('dr.review')).token
    expect((await mine(inReview)).verify).toBe(false)
    expect(divisions).toHaveLength(10)
    for (const [version, [division, english]] of divisions.entries()) {
      const changed = await post('profile', {
        part: 'person',
        version,
        person: { ...person, division, doctorEnable: version % 3 },
      })
      expect(changed.body.data, division).toMatchObject({
        division,
        divisionStrC: division,
        divisionStrE: english,
        doctorEnable: version % 3,
      })
    }
  })

  it('[SET-01~] is written part by part against its version: two tabs on one part meet, on two parts they do not', async () => {
    const before = await mine()
    const one = { part: 'person', version: before.versions.person, person: { ...person, title: '副院長' } }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('profile', one)))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual([
      'OK',
      ...Array.from({ length: 7 }, () => 'VERSION_STALE'),
    ])
    const stale = answers.find(({ status }) => status === 409)
    expect(stale?.body.data).toMatchObject({ title: '副院長' })
    const other = await post('experience', {
      version: before.versions.experience,
      education: rows({ from: '2001', to: '2008-06', organisation: '臺灣大學', title: '醫學系' }),
      career: rows(),
    })
    expect([other.status, (other.body.data as unknown as Profile).experience.education[0]?.organisation]).toEqual([
      200,
      '臺灣大學',
    ])
    // The session shows it by the same names.
    const info = (await house.get('/his/api/userinfo/3', lin)).body.data as unknown as {
      experience: Profile['experience']
      title: string
    }
    expect([info.experience.education[0]?.title, info.title]).toEqual(['醫學系', '副院長'])
  })

  it('[SET-01~] refuses what cannot be, field by field, and leaves nothing half written', async () => {
    const { versions } = await mine()
    const said = async (path: string, body: Record<string, unknown>) => {
      const { body: answer } = await post(path, body)
      return [answer.status, (answer.fields as { path: string }[] | undefined)?.[0]?.path]
    }
    const of = (more: object) => ({ part: 'person', version: versions.person, person: { ...person, ...more } })
    expect(await said('profile', of({ division: '占星科' }))).toEqual(['VALUE_INVALID', 'person.division'])
    expect((await said('profile', of({ name: '' })))[0]).toBe('BAD_INPUT')
    expect((await said('profile', { ...of({}), part: 'account' }))[0]).toBe('BAD_INPUT')
    const told = (row: Record<string, string>) => ({
      version: versions.experience,
      education: rows(),
      career: rows(row),
    })
    expect(await said('experience', told({ from: '2001' }))).toEqual(['FIELD_EMPTY', 'career.0.organisation'])
    expect(await said('experience', told({ from: '2010', to: '2001', organisation: 'x' }))).toEqual([
      'VALUE_INVALID',
      'career.0.to',
    ])
    expect((await said('experience', told({ from: '2010-13', organisation: 'x' })))[0]).toBe('BAD_INPUT')
    // [Iw10] An end has a beginning, and nobody begins in a year to come, nor before anybody's time.
    expect(await said('experience', told({ to: '2010', organisation: 'x' }))).toEqual(['FIELD_EMPTY', 'career.0.from'])
    for (const from of ['2099', '2099-01', '0001'])
      expect(await said('experience', told({ from, organisation: 'x' }))).toEqual(['VALUE_INVALID', 'career.0.from'])
    expect(await said('experience', told({ from: '2020', to: '2099', organisation: 'x' }))).toEqual([
      'VALUE_INVALID',
      'career.0.to',
    ])
    expect((await said('experience', { ...told({}), career: rows().slice(1) }))[0]).toBe('BAD_INPUT')
    expect((await said('myservicelang', { version: versions.languages, servicelang: ['xx'] }))[0]).toBe('BAD_INPUT')
    expect((await said('myservicelang', { version: versions.languages, servicelang: [] }))[0]).toBe('BAD_INPUT')
    expect((await mine()).versions).toEqual(versions)
    const all = ['zh_TW', 'zh_CN', 'en', 'kh_KH', 'en_PH', 'th_TH', 'vi_VN', 'en_BI', 'en_BM']
    expect((await post('myservicelang', { version: versions.languages, servicelang: all })).body.data).toMatchObject({
      servicelang: all,
    })
  })
})

describe('the own services', () => {
  it('[SET-02~] five switches open four types; an earlier version is refused with how they stand', async () => {
    const now = (await post('myservice', {})).body.data as { versions: { services: number } }
    const flags = { onsite: true, video: true, freeDiagnosis: false, freeDiagnosisOnsite: true, cn_service: true }
    const changed = await post('myservice', { version: now.versions.services, flags, uiastaff: true })
    expect(changed.body.data).toMatchObject({
      flags,
      uiastaff: true,
      types: ['onlineVideo', 'outpatient', 'onsiteVolunteer', 'mainlandChina'],
    })
    const again = await post('myservice', { version: now.versions.services, flags: { onsite: false } })
    expect([again.body.status, again.body.data]).toMatchObject(['VERSION_STALE', { flags }])
    const found = await post('querydoctor', { service: 'cn_service', language: 'en', division: '內科', name: '書妍' })
    expect(
      (found.body.data as unknown as { mid: number; uiastaff: boolean }[]).map((row) => [row.mid, row.uiastaff]),
    ).toEqual([[mid('dr.lin'), true]])
  })
  it('[SET-02~] what was never set is offered, on the own page as in bookings; one switch sets no other', async () => {
    const wang = (await house.signIn('dr.wang')).token
    const { db } = house.data
    const kept = async () =>
      (
        await db.system.read(
          sql<{ flags: object }>`select service_flags as flags from staff_partner where mid = ${mid('dr.wang')}`,
        )
      )[0]?.flags
    expect(await kept()).toEqual({})
    const set = async (change: object) =>
      post('myservice', { version: (await mine(wang)).versions.services, ...change }, wang)
    const offered = { onsite: true, video: true, freeDiagnosis: false, freeDiagnosisOnsite: false, cn_service: true }
    expect((await post('myservice', {}, wang)).body.data).toMatchObject({
      flags: offered,
      types: ['onlineVideo', 'outpatient', 'mainlandChina'],
    })
    expect((await mine(wang)).flags).toEqual(offered)
    const found = async (service: string) =>
      ((await post('querydoctor', { service })).body.data as unknown as { mid: number }[]).some(
        (row) => row.mid === mid('dr.wang'),
      )
    expect([await found('video'), await found('cn_service'), await found('freeDiagnosis')]).toEqual([true, true, false])
    await set({ uiastaff: true })
    expect(await kept()).toEqual({})
    // Booked while nothing was set: shown before it is closed.
    const at = new Date(house.clock.now().getTime() + 4 * 86_400_000)
    await db.system.tx(async (tx) => {
      await tx.run(
        sql`insert into member (pid, member_no, name) overriding system value values (901, 'M-901', '陳小華')`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (901, 1, 2)`)
      await tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, date, "interval", start_at, duration_minutes, queue_no, site, status)
        values (1, 2, 901, ${mid('dr.wang')}, (${at}::timestamptz at time zone 'Asia/Taipei')::date, 6, ${at}, 15, 78, 'onsite', 'registered')`)
    })
    const off = await set({ flags: { onsite: false } })
    expect([off.body.status, (off.body.data as unknown as { booked: unknown[] }).booked.length]).toEqual([
      'ILLEGAL_STEP',
      1,
    ])
    const closed = await set({ flags: { onsite: false }, acknowledged: true })
    expect(closed.body.data).toMatchObject({ flags: { ...offered, onsite: false } })
    expect(await kept()).toEqual({ onsite: false })
  })

  it('[SET-02~] switching off what is booked shows those visits first', async () => {
    const at = new Date(house.clock.now().getTime() + 3 * 86_400_000)
    await house.data.db.system.tx(async (tx) => {
      await tx.run(
        sql`insert into member (pid, member_no, name) overriding system value values (900, 'M-900', '王小明')`,
      )
      await tx.run(sql`insert into member_unit (pid, partner_id, unit_id) values (900, 1, 2)`)
      await tx.run(sql`insert into appointment (partner_id, unit_id, pid, did, date, "interval", start_at, duration_minutes, queue_no, site, status)
        values (1, 2, 900, ${mid('dr.lin')}, (${at}::timestamptz at time zone 'Asia/Taipei')::date, 6, ${at}, 15, 77, 'video', 'registered')`)
    })
    const { versions } = await mine()
    const off = { version: versions.services, flags: { video: false } }
    const told = await post('myservice', off)
    expect([told.status, told.body.status, (told.body.data as unknown as { booked: unknown[] }).booked.length]).toEqual(
      [409, 'ILLEGAL_STEP', 1],
    )
    expect((await mine()).flags.video).toBe(true)
    expect((await post('myservice', { ...off, acknowledged: true })).body.data).toMatchObject({
      flags: { video: false },
    })
  })

  // With those above: what is booked, versions; booking.test.ts for fees that are none; e2e/grants.e2e.ts for the screen.
  it('[SET-02] every setting of the five switches: its types, who is found by them, what it costs, what can be booked', async () => {
    const flags = ['onsite', 'video', 'freeDiagnosis', 'freeDiagnosisOnsite', 'cn_service'] as const
    await post('createDoctorFee', { twDay: 40_000, twNight: 40_000, cnDay: 8000, cnNight: 8000, version: 0 })
    const refused = async (more: object) => {
      const wish = { action: 'book', pid: 900, did: mid('dr.lin'), date: '2030-01-02', interval: 1, ...more }
      const { body } = await post('reservation', wish)
      return (body.fields as { path: string; code: string }[])
        .filter(({ code }) => code === 'VALUE_INVALID')
        .map(({ path }) => path)
    }
    for (let setting = 0; setting < 32; setting += 1) {
      const set = Object.fromEntries(flags.map((flag, bit) => [flag, (setting & (1 << bit)) !== 0])) as Record<
        (typeof flags)[number],
        boolean
      >
      const { versions } = await mine()
      const changed = await post('myservice', { version: versions.services, flags: set, acknowledged: true })
      const types = [
        ...(set.video || set.freeDiagnosis ? ['onlineVideo'] : []),
        ...(set.onsite ? ['outpatient'] : []),
        ...(set.freeDiagnosisOnsite ? ['onsiteVolunteer'] : []),
        ...(set.cn_service ? ['mainlandChina'] : []),
      ]
      expect(changed.body.data, JSON.stringify(set)).toMatchObject({ flags: set, types })
      const cost = async (site: string) =>
        ((await post('servicefee', { did: mid('dr.lin'), interval: 1, site })).body.data as { fee: number }).fee
      expect([await cost('video'), await cost('onsite')], JSON.stringify(set)).toEqual([
        set.freeDiagnosis ? 0 : 40_000,
        set.freeDiagnosisOnsite ? 0 : 40_000,
      ])
      if (setting % 5 !== 0) continue
      for (const flag of flags) {
        const found = (await post('querydoctor', { service: flag, name: '書妍' })).body.data as unknown as unknown[]
        expect([flag, found.length]).toEqual([flag, set[flag] ? 1 : 0])
      }
      // A visit without a fee is one that can be booked.
      const onsite = set.onsite || set.freeDiagnosisOnsite
      expect(await refused({ site: 'video' }), JSON.stringify(set)).toEqual(
        set.video || set.freeDiagnosis ? [] : ['site'],
      )
      expect(await refused({ site: 'onsite' }), JSON.stringify(set)).toEqual(onsite ? [] : ['site'])
      expect(await refused({ site: 'onsite', currency: 'CNY' }), JSON.stringify(set)).toEqual([
        ...(onsite ? [] : ['site']),
        ...(set.cn_service ? [] : ['currency']),
      ])
    }
  })
})

describe('the own mobile', () => {
  const codeTo = async (phone: string) => {
    const [row] = await house.data.db.system.read(sql<{ body: string }>`
      select body from outbox_message where recipient = ${phone} and kind = 'code' order by created_at desc limit 1`)
    return /\d{6}/.exec(row?.body ?? '')?.[0] ?? ''
  }
  const toldTo = async (phone: string) => {
    const rows = await house.data.db.system.read(sql<{ body: string }>`
      select body from outbox_message where recipient = ${phone} and kind in ('phone', 'link') order by created_at`)
    return rows.map((row) => row.body)
  }
  it('[SET-01~] changes with a code to the new number, tells the old one, and takes no number of another account', async () => {
    const ask = (phone: string, more: object = {}) =>
      post('editdoctorphone', { phone, password: PASSWORD, ...more }, chen)
    expect((await ask('12345')).body.status).toBe('PHONE_INVALID')
    expect((await ask('0912-345-678')).body.status).toBe('PHONE_TAKEN')
    // An open session alone is not the account: without the password nothing is sent, nor told of anybody's number.
    await house.data.db.system.tx((tx) =>
      tx.run(sql`update staff set phone = '0955000111' where mid = ${mid('nurse.chen')}`),
    )
    for (const phone of ['0911222777', '0912-345-678']) {
      expect(await ask(phone, { password: undefined })).toMatchObject({
        body: { status: 'FIELD_EMPTY', fields: [{ path: 'password' }] },
      })
      expect((await ask(phone, { password: 'wrong1234' })).body.status).toBe('WRONG_PASSWORD')
    }
    expect(await codeTo('0911222777')).toBe('')
    expect(await toldTo('0955000111')).toEqual([])
    const sent = (await ask('0922333444')).body.data as { id: string; state: string }
    expect(sent.state).toBe('sent')
    // The number that still counts hears of it while nothing has changed yet.
    expect(await toldTo('0955000111')).toEqual([expect.stringContaining('444')])
    const code = await codeTo('0922333444')
    // Somebody else's code is nobody's; a wrong one is wrong.
    expect((await post('editdoctorphone', { id: sent.id, code }, lin)).body.status).toBe('CODE_WRONG')
    expect(
      (await post('editdoctorphone', { id: sent.id, code: code === '000000' ? '111111' : '000000' }, chen)).body.status,
    ).toBe('CODE_WRONG')
    expect((await post('editdoctorphone', { id: sent.id, code: '' }, chen)).body.status).toBe('CODE_REQUIRED')
    expect((await post('editdoctorphone', { id: sent.id, code }, chen)).body.data).toMatchObject({ state: 'changed' })
    expect((await post('editdoctorphone', { id: sent.id, code }, chen)).body.status).toBe('CODE_USED')
    expect((await mine(chen)).phone).toMatch(/444$/)
    expect(await toldTo('0955000111')).toHaveLength(2)
  })
})

describe('colleagues', () => {
  it('[SET-06~] are those of the own units of the own institution, whatever the call names', async () => {
    const names = async (path: string, body: object, token = lin) =>
      ((await post(path, { pageSize: 100, ...body }, token)).body.data as unknown as { mid: number }[])
        .map((row) => row.mid)
        .toSorted((a, b) => a - b)
    expect(await names('employees', {})).toEqual(
      ['dr.lin', 'dr.wang', 'nurse.chen', 'admin'].map(mid).toSorted((a, b) => a - b),
    )
    expect(await names('alldoctor', {})).toEqual(['dr.lin', 'dr.wang'].map(mid).toSorted((a, b) => a - b))
    for (const body of [{ partnerid: 32 }, { unit: 320 }, { unit: 3 }]) {
      expect(await names('employees', body), JSON.stringify(body)).toEqual([])
      expect(await names('querydoctor', body), JSON.stringify(body)).toEqual([])
    }
    expect(await names('employees', { doctortype: 'nurse' })).toEqual([mid('nurse.chen')])
    expect(await names('employees', { q: '%' })).toEqual([])
  })

  it('[AUTHZ-01~] are found by a part of the name and by any of several types, however many there are', async () => {
    await house.data.db.system.tx(async (tx) => {
      await tx.run(sql`insert into staff (mid, account, name, mobilecode) overriding system value
        select n, 'many.' || n, '護理員' || n, 1 from generate_series(5001, 5130) n`)
      await tx.run(sql`insert into staff_partner (mid, partner_id, staff_type, doctortype)
        select n, 1, 2, case when n % 2 = 0 then 'nurse' else 'dietitian' end from generate_series(5001, 5130) n`)
      await tx.run(
        sql`insert into staff_unit (mid, partner_id, unit_id) select n, 1, 2 from generate_series(5001, 5130) n`,
      )
    })
    const found = async (body: object) => (await post('employees', { pageSize: 20, ...body })).body
    const mids = async (body: object) =>
      ((await found(body)).data as unknown as { mid: number }[]).map((row) => row.mid)
    expect(await mids({ q: '護理員5130' })).toEqual([5130])
    expect(await mids({ q: '護理員5129', doctortypes: ['nurse'] })).toEqual([])
    expect(await mids({ q: '護理員5129', doctortypes: ['nurse', 'dietitian'] })).toEqual([5129])
    expect((await found({ q: '護理員', doctortypes: ['nurse'] })).total).toBe(65)
    expect((await found({ doctortypes: ['nobody'] })).status).toBe('BAD_INPUT')
  })
})
