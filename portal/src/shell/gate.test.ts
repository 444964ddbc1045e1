import { describe, expect, it } from 'vitest'
import { decide, safeReturn, wayBack } from './gate.ts'
import { leadOf, matchScreen, pathTo, SCREENS } from './screens.ts'

/** Specification §2, word for word. */
const MAIN = `/ /members /membersmgmt /appthistory /message/chat /message/notify /message/schedule /todolist /opinion
/authorization /emr2/{pid}/{qid} /doctornote/{qid} /funduscopy/{eyeid}/{caseid?} /histemplate/{opinionfilterid}/{caseid}
/viewdicom/{dicomid} /setting/teach_install /setting/shift /setting/contact /setting/service /setting/setword
/setting/upload/{pid?} /upload_select /setting/profile /setting/privacy /setting/log /monitor /crm /apptmgmt/{agent?}
/dietMgmt /dietReport/{pid} /calllog /housedemo /freeclinic /questionsmgmt /screening /childcaremgmt /form/{cmsf_id}
/health-check /health-check-processing /health-check-result /referral`.split(/\s+/)
const BARE = `/pages/login /pages/monitor /pages/forgetpassword /pages/register /pages/error-404
/freeclinic_print/{eventid}/{pid} /these-auto-login`.split(/\s+/)

describe('routes', () => {
  it('[SHELL-01] has every route of the specification in its layout', () => {
    const of = (layout: string) => SCREENS.filter((screen) => screen.layout === layout).map((screen) => screen.path)
    expect(of('main')).toEqual(expect.arrayContaining(MAIN))
    expect(of('bare')).toEqual(expect.arrayContaining(BARE))
    expect(new Set(SCREENS.map((screen) => screen.path)).size).toBe(SCREENS.length)
  })

  it('[SHELL-01] leads short, old and untidy addresses on', () => {
    expect(leadOf('/Reservation/')).toEqual({ path: '/apptmgmt', search: { tab: 'future' } })
    expect(decide('/consultation', {}, 'active')).toMatchObject({ kind: 'go', path: '/appthistory' })
    expect(decide('/EMR2/12/34/', {}, 'active')).toMatchObject({ kind: 'go', path: '/emr2/12/34' })
    expect(decide('//members', {}, 'active')).toMatchObject({ kind: 'go', path: '/members' })
  })

  it('keeps the case of what is no word of ours', () => {
    expect(matchScreen('/LINK/AbC')).toMatchObject({ path: '/link/AbC', params: { token: 'AbC' } })
  })

  it('fills parameters into an address as one segment each', () => {
    expect(pathTo('emr2', { pid: 1, qid: '2/3' })).toBe('/emr2/1/2%2F3')
    expect(pathTo('apptmgmt')).toBe('/apptmgmt')
    expect(() => pathTo('emr2', { pid: 1 })).toThrow('qid')
  })
})

describe('the order of SHELL-02', () => {
  it('[SHELL-02] opens bare pages whoever asks', () => {
    for (const standing of ['none', 'unverified', 'active'] as const) {
      expect(decide('/link/abc', {}, standing).kind).toBe('open')
      expect(decide('/pages/error-404', {}, standing).kind).toBe('open')
    }
  })

  it('[SHELL-02] sends an unknown path to the error page with a token or without', () => {
    for (const standing of ['none', 'unverified', 'active'] as const)
      expect(decide('/wp-admin', {}, standing)).toMatchObject({
        kind: 'go',
        path: '/pages/error-404',
        search: { from: '/wp-admin' },
      })
  })

  it('[SHELL-02] sends everybody without a token to sign-in, with the way back', () => {
    expect(decide('/apptmgmt', { tab: 'future' }, 'none')).toMatchObject({
      path: '/pages/login',
      search: { to: '/apptmgmt?tab=future' },
    })
    expect(decide('/', {}, 'none')).toMatchObject({ path: '/pages/login', search: {} })
    expect(decide('/monitor', {}, 'none'), 'a screen of a later version too').toMatchObject({ path: '/pages/login' })
  })

  it('[SHELL-02] sends the unverified to verification, and those with a token away from sign-in', () => {
    expect(decide('/members', {}, 'unverified')).toMatchObject({ path: '/pages/verify' })
    expect(decide('/pages/login', {}, 'unverified')).toMatchObject({ path: '/pages/verify' })
    expect(decide('/pages/login', {}, 'active')).toMatchObject({ path: '/' })
    expect(decide('/login', {}, 'active')).toMatchObject({ path: '/pages/login' })
    expect(decide('/pages/login', { to: '/crm?open=3' }, 'active')).toMatchObject({
      path: '/crm',
      search: { open: '3' },
    })
  })

  it('[AUTH-12~] leads nobody but the same person back to where a session ended', () => {
    const record = '/emr2/6/2095'
    const left = decide(record, {}, 'none', 12)
    expect(left).toMatchObject({ path: '/pages/login', search: { to: record, of: '12' } })
    const search = left.kind === 'go' ? left.search : {}
    expect([wayBack(search, 12), wayBack(search, 13), wayBack(search, undefined)]).toEqual([record, '/', '/'])
    expect(decide('/pages/login', search, 'active', 12)).toMatchObject({ path: record })
    expect(decide('/pages/login', search, 'active', 13)).toMatchObject({ path: '/' })
    // An address that nobody left is a link.
    expect(wayBack({ to: record }, 13)).toBe(record)
    expect(wayBack({ to: '//evil.example', of: '12' }, 12)).toBe('/')
  })

  it('[SHELL-04~] carries the call parameters through every redirect', () => {
    const call = { roomID: '007', callID: 'c', uuid: 'u', ring: '1', localID: 'l', remoteID: 'r' }
    expect(decide('/reservation', call, 'active')).toMatchObject({ search: { ...call, tab: 'future' } })
    expect(decide('/Members', call, 'active')).toMatchObject({ search: call })
    const toLogin = decide('/', call, 'none')
    const to = toLogin.kind === 'go' ? (toLogin.search.to ?? '') : ''
    expect(Object.fromEntries(new URLSearchParams(to.split('?')[1]))).toEqual(call)
  })

  it('returns to this origin only', () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/a\nb', ''])
      expect(safeReturn(to)).toBe('/')
    expect(safeReturn('/emr2/1/2?x=1')).toBe('/emr2/1/2?x=1')
    expect(safeReturn('/logout')).toBe('/')
  })
})
