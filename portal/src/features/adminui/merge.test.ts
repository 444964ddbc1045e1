import { readUiConfig } from '@teleward/contract/uiconfig/schema.ts'
import { describe, expect, it } from 'vitest'
import { differences, fieldsOf, merge, put } from './merge.ts'

const named = (text: string) => ({ 'zh-TW': text, 'zh-CN': '', en: '' })
const config = (parts: object) => readUiConfig(parts)
const product = config({})

describe('[I6] two administrators of one interface', () => {
  it('takes of each what the other left alone', () => {
    const before = config({ menu: { labels: { home: named('首頁') } }, uploads: { perExtension: { pdf: 5 } } })
    const mine = config({
      menu: { labels: { home: named('首頁'), members: named('我的會員') } },
      uploads: { perExtension: { pdf: 5, jpg: 3 } },
    })
    const theirs = config({
      menu: { labels: { home: named('op首頁') }, hidden: ['crm'] },
      primaryColour: '#123456',
      login: { welcome: named('早安') },
    })
    const { config: both, conflicts } = merge(before, mine, theirs)
    expect(conflicts).toEqual([])
    expect(both).toEqual(
      config({
        menu: { labels: { home: named('op首頁'), members: named('我的會員') }, hidden: ['crm'] },
        primaryColour: '#123456',
        login: { welcome: named('早安') },
        uploads: { perExtension: { jpg: 3 } },
      }),
    )
  })
  it('tells what both changed, each in another way, and leaves the other’s standing until one is chosen', () => {
    const mine = config({ menu: { labels: { members: named('我的會員') } }, uploads: { maxMb: 30 } })
    const theirs = config({ menu: { labels: { members: named('客戶') } }, uploads: { maxMb: 30, atOnce: 5 } })
    const { config: both, conflicts } = merge(product, mine, theirs)
    expect(both).toEqual(theirs)
    expect(conflicts).toEqual([{ path: 'menu.labels.members', mine: named('我的會員'), theirs: named('客戶') }])
    const [one] = conflicts
    expect(put(both, one?.path ?? '', one?.mine)).toEqual({
      ...theirs,
      menu: { ...theirs.menu, labels: { members: named('我的會員') } },
    })
  })
  it('knows a name that one took away from one that the other changed', () => {
    const before = config({ menu: { labels: { members: named('會員們') } } })
    const theirs = config({ menu: { labels: { members: named('客戶') } } })
    const { conflicts } = merge(before, product, theirs)
    expect(conflicts).toEqual([{ path: 'menu.labels.members', mine: undefined, theirs: named('客戶') }])
    expect(put(theirs, 'menu.labels.members', undefined)).toEqual(product)
  })
  it('puts together what each hid and showed again', () => {
    const before = config({ menu: { hidden: ['crm', 'notify'] }, emr: { hidden: ['memo'] } })
    const mine = config({ menu: { hidden: ['notify', 'referral'] }, emr: { hidden: [] } })
    const theirs = config({ menu: { hidden: ['crm', 'authorization'] }, emr: { hidden: ['memo', 'files'] } })
    const { config: both, conflicts } = merge(before, mine, theirs)
    expect([both.menu.hidden, both.emr.hidden, conflicts]).toEqual([['authorization', 'referral'], ['files'], []])
  })
  it('takes the other’s as it is where nothing was edited, whatever the order of names', () => {
    const theirs = config({ uploads: { perKind: { photo: { maxMb: 3, atOnce: 2 } } } })
    const before = { ...theirs, uploads: { ...theirs.uploads, perKind: { photo: { atOnce: 2, maxMb: 3 } } } }
    expect(merge(before, before, theirs)).toEqual({ config: theirs, conflicts: [] })
    expect(differences(before, theirs)).toEqual([])
    expect(differences(product, theirs)).toEqual(['uploads.perKind.photo'])
  })
  it('has every part of a configuration in a field of its own', () => {
    expect([...fieldsOf(product).keys()].map((path) => path.split('.')[0])).toEqual(
      expect.arrayContaining(['menu', 'logo', 'primaryColour', 'login', 'appointment', 'emr', 'remoteAppointment']),
    )
  })
})
