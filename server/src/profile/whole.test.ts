import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../auth/fixture.ts'
import { sql } from '../platform/db/index.ts'
import { pngOf } from './fixture.ts'
import { bankOf, house, local, mid, mine, openOwn, person, post } from './own-fixture.ts'

beforeAll(openOwn)
afterAll(() => house?.stop())

describe('the whole of it', () => {
  // Each part's own rules stand in the tests beside this one; the sign-in by LINE in entry tests, the screen in e2e/grants.e2e.ts in every look.
  it('[SET-01] unit and type, services, fees, bank, photo and licence, password, mobile, LINE, eight rows each, nine languages', async () => {
    let token = (await house.signIn('dr.wang')).token
    const me = () => mine(token)
    const ok = async (path: string, body: unknown) => {
      const answer = await post(path, body, token)
      expect([path, answer.body.status]).toEqual([path, 'OK'])
      return answer.body.data as Record<string, unknown>
    }
    const first = await me()
    expect([first.serviceunit.map(({ id }) => id), first.doctortype, first.partner.id]).toEqual([[2, 3], 'doctor', 1])
    await ok('profile', { part: 'person', version: first.versions.person, person: { ...person, name: '王志明' } })
    // The type and the unit are not one's own to change, by whatever field.
    await ok('profile', {
      part: 'person',
      version: first.versions.person + 1,
      person: { ...person, name: '王志明', doctortype: 'admin', serviceunit: [1] },
    })
    expect([(await me()).doctortype, (await me()).serviceunit.map(({ id }) => id)]).toEqual(['doctor', [2, 3]])
    await ok('myservice', {
      version: (await me()).versions.services,
      flags: { onsite: true, video: true, cn_service: true },
    })
    expect((await me()).types).toEqual(['onlineVideo', 'outpatient', 'mainlandChina'])
    await ok('createDoctorFee', { twDay: 100, twNight: 200, cnDay: 3, cnNight: 4, version: 0 })
    expect((await house.get(`/his/api/getDoctorGeneralFee/${mid('dr.wang')}`, token)).body.data).toMatchObject({
      twDay: 100,
      twNight: 200,
      cnDay: 3,
      cnNight: 4,
    })
    expect((await bankOf({ ...local(), kind: undefined }, PASSWORD, token)).body.status).toBe('BANK_KIND_REQUIRED')
    expect((await bankOf(local(), PASSWORD, token)).body.status).toBe('OK')
    const abroad = {
      kind: 'foreign',
      bankName: 'DBS',
      branchName: 'Main',
      address: 'Singapore',
      account: '0039012345',
      accountName: 'Wang',
      swift: 'DBSSSGSG',
    }
    expect((await bankOf(abroad, PASSWORD, token)).body.status).toBe('OK')
    expect((await me()).bank).toMatchObject({
      kind: 'foreign',
      bankName: 'DBS',
      branchName: 'Main',
      address: 'Singapore',
      accountLast: '2345',
      accountName: 'Wang',
      swift: 'DBSSSGSG',
    })
    const picture = async (kind: string) =>
      ok('uploadphoto/2', {
        kind,
        name: 'a.png',
        version: (await me()).versions.photos,
        data: pngOf(5, 5).toString('base64'),
      })
    await picture('avatar')
    await picture('licenseImage')
    expect([(await me()).photos.avatar?.width, (await me()).licenceChange?.state]).toEqual([5, 'waiting'])
    const full = Array.from({ length: 8 }, (_, at) => ({
      from: `20${10 + at}`,
      to: '',
      organisation: `第 ${at + 1} 處`,
      title: '醫師',
    }))
    await ok('experience', { version: (await me()).versions.experience, education: full, career: full })
    expect((await me()).experience).toEqual({ education: full, career: full })
    expect(
      (await post('experience', { version: 1, education: [...full, full[0]], career: full }, token)).body.status,
    ).toBe('BAD_INPUT')
    const nine = ['zh_TW', 'zh_CN', 'en', 'kh_KH', 'en_PH', 'th_TH', 'vi_VN', 'en_BI', 'en_BM']
    await ok('myservicelang', { version: (await me()).versions.languages, servicelang: nine })
    expect((await me()).servicelang).toEqual(nine)
    expect((await post('myservicelang', { version: 1, servicelang: ['fr_FR'] }, token)).body.status).toBe('BAD_INPUT')
    const phone = '0933555777'
    const sent = (await ok('editdoctorphone', { phone, password: PASSWORD })) as { id: string }
    const [code] = await house.data.db.system.read(
      sql<{
        body: string
      }>`select body from outbox_message where recipient = ${phone} and kind = 'code' order by created_at desc limit 1`,
    )
    await ok('editdoctorphone', { id: sent.id, code: /\d{6}/.exec(code?.body ?? '')?.[0] })
    expect((await me()).phone).toMatch(/777$/)
    const fresh = 'Another-pass-2026'
    await ok('changepw', { oldPassword: PASSWORD, newPassword: fresh, repeatPassword: fresh })
    const again = await house.post('/his/user/login', { id: 'dr.wang', pwd: fresh })
    token = (again.body as unknown as { token: string }).token
    expect([
      (await house.post('/his/user/login', { id: 'dr.wang', pwd: PASSWORD })).body.status,
      (await me()).name,
    ]).toEqual(['WRONG_PASSWORD', '王志明'])
    // Last: from now on the sign-in asks for a second factor.
    const asked = (await ok('linebindings', { password: fresh })) as { code: string }
    await ok('linebindings', { code: asked.code })
    expect((await me()).line_list).toHaveLength(1)
  })
})
